import { Button } from '@mantine/core';
import { type NetworkFault, networkFault, SHOW_LIMITS } from '@earworm/contracts';
import { IconWifi } from '@tabler/icons-react';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { messageOf } from '../../platform/i18n/t.js';
import { errorText } from '../../platform/notifications/notify.js';
import { FormError } from '../../shared/ui/form.js';
import { TextArea } from '../../shared/ui/text-fields.js';
import styles from './events.module.css';
import { t } from './texts.js';

export const networksIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);

/** Of the first network that is none. */
export function networksFault(typed: string): NetworkFault | 'event-networks-full' | null {
  const networks = networksIn(typed);
  if (networks.length > SHOW_LIMITS.networks) return 'event-networks-full';
  return networks.map(networkFault).find((fault) => fault !== null) ?? null;
}

interface Props {
  /** As typed, separated by spaces or lines. */
  readonly value: string;
  readonly isFaulty: boolean;
  onChange(value: string): void;
}

/** Addresses of the venue, typed or taken from this browser's connection. */
export function NetworksField({ value, isFaulty, onChange }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const addOwn = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { network } = await http.call('ownNetwork');
      const known = networksIn(value);
      if (network === null || networkFault(network) !== null) setFailure(t('noOwnNetwork'));
      else if (known.includes(network)) setFailure(t('ownNetworkKnown', { network }));
      else onChange([...known, network].join('\n'));
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  };
  const fault = isFaulty ? networksFault(value) : null;
  return (
    <>
      <TextArea
        label={t('networks')}
        description={t('networksHint')}
        autosize
        minRows={2}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        maxLength={SHOW_LIMITS.networks * SHOW_LIMITS.networkLength}
        error={fault !== null && messageOf(fault)}
        value={value}
        onChange={onChange}
      />
      <div className={styles.acts}>
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconWifi size={20} aria-hidden />}
          onClick={() => void addOwn()}
        >
          {t('addNetwork')}
        </Button>
      </div>
      <FormError>{failure}</FormError>
    </>
  );
}
