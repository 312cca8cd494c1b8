import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { LiveGame, RouteInput } from '@earworm/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { http } from '../../../platform/http/http.js';
import { notifyError } from '../../../platform/notifications/notify.js';
import { useSession } from '../../../platform/session/session.js';
import { keepModeratorMark } from '../../../platform/storage/game-marks.js';
import { ReasonDialog } from '../../../shared/ui/reason-dialog.js';
import { t } from './texts.js';

type Act = 'takeOver' | 'help';
type ActedOn = Pick<LiveGame, 'gameId' | 'gameCode' | 'moderatorName' | 'status'> & { readonly help?: unknown };
const REASONS = ['calledForHelp', 'notReachable', 'deviceFailed'] as const;
const ROUTES = { takeOver: 'takeOverGame', help: 'helpGame' } as const;

interface CrewActsProps {
  readonly game: ActedOn;
  /** As a menu, where there is room for one button only. */
  readonly asMenu?: boolean;
}

/** An administrator joins the crew of a game, for a reason that the audit log keeps. */
export function CrewActs({ game, asMenu = false }: CrewActsProps) {
  const { gameId, gameCode: code, moderatorName: moderator, status, help } = game;
  const navigate = useNavigate();
  const [act, setAct] = useState<Act | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const ask = (wanted: Act) => () => {
    setError(null);
    setAct(wanted);
  };
  const join = async (wanted: Act, body: RouteInput<'helpGame'>['body']) => {
    await http.call(ROUTES[wanted], { params: { gameId }, body });
    keepModeratorMark(gameId, { moderatorName: moderator, gameCode: code, userId: useSession.getState().user?.id });
    await navigate(status === 'setup' ? `/setup/${gameId}` : `/game/${gameId}`);
  };
  const carryOut = async (wanted: Act, body: RouteInput<'helpGame'>['body']) => {
    setBusy(true);
    try {
      await join(wanted, body);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  /** Two taps from the list to the desk, as players may be waiting for a verdict. */
  const takeOver = async (reason: string) => {
    try {
      await join('takeOver', { reason });
    } catch (failure) {
      await notifyError(failure);
    }
  };
  const solve = () => void http.call('solveHelp', { params: { gameId } }).catch((failure) => notifyError(failure));
  const acts = [
    ['takeOver', ask('takeOver')],
    ['help', ask('help')],
    ...(help === undefined ? [] : [['solved', solve] as const]),
  ] as const;

  if (status === 'completed') return null;
  return (
    <>
      {asMenu ? (
        <Menu position="bottom-end" width={230}>
          <Menu.Target>
            <ActionIcon aria-label={t('actsOn', { code })}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('takeOver')}</Menu.Label>
            {REASONS.map((reason) => (
              <Menu.Item key={reason} onClick={() => void takeOver(t(reason))}>
                {t(reason)}
              </Menu.Item>
            ))}
            <Menu.Item onClick={ask('takeOver')}>{t('otherReason')}</Menu.Item>
            <Menu.Divider />
            {acts.slice(1).map(([name, run]) => (
              <Menu.Item key={name} onClick={run}>
                {t(name)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        acts.map(([name, run]) => (
          <Button key={name} variant="default" mb="md" me="sm" onClick={run}>
            {t(name)}
          </Button>
        ))
      )}
      {act !== null && (
        <ReasonDialog
          opened
          title={t(act === 'takeOver' ? 'takeOverTitle' : 'helpTitle', { code })}
          text={t(act === 'takeOver' ? 'takeOverText' : 'helpText', { moderator })}
          yes={t(act)}
          tone={act === 'takeOver' ? 'wrong' : 'now'}
          busy={busy}
          error={error}
          onYes={(reason) => void carryOut(act, { reason })}
          onClose={() => setAct(null)}
        />
      )}
    </>
  );
}
