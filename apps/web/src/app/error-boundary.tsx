import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.js';
import { reportError } from './telemetry/seen-early.js';

interface Props {
  readonly children: ReactNode;
}

/** Catches what a page throws while it draws, so that a bug is a screen with two ways on and not an empty page. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
    reportError({ error, source: 'boundary', additionalInfo: info.componentStack ?? '' });
  }

  override render() {
    return this.state.failed ? <ErrorScreen /> : this.props.children;
  }
}
