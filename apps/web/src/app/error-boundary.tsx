import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.js';
import { reloadIfFileIsMissing } from './fetch-new-release.js';
import { reportError } from '../platform/telemetry/early-errors.js';

interface Props {
  readonly children: ReactNode;
  readonly reload?: () => void;
}

export class ErrorBoundary extends Component<Props, { failed: boolean; reloading: boolean }> {
  override state = { failed: false, reloading: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    if (reloadIfFileIsMissing(error, this.props.reload ?? (() => location.reload())))
      return this.setState({ reloading: true });
    console.error(error, info.componentStack);
    reportError({ error, source: 'boundary', additionalInfo: info.componentStack ?? '' });
  }

  override render() {
    if (this.state.reloading) return null;
    return this.state.failed ? <ErrorScreen /> : this.props.children;
  }
}
