import { Button, SegmentedControl, Text } from '@mantine/core';
import type { RouteReply, ShowDetail, StaffMember, StaffRole } from '@earworm/contracts';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { errorText, notifyError } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { SecretLink } from '../../shared/crew/secret-link.js';
import { staffLink, useJoinOrigin } from '../../shared/invite/join-link.js';
import { useRereadShows } from '../../shared/shows/use-show.js';
import { Confirm, Dialog } from '../../shared/ui/dialog.js';
import { FormError } from '../../shared/ui/form.js';
import { exactly } from '../../shared/ui/relative-time.js';
import styles from './events.module.css';
import { t } from './texts.js';

export function StaffPanel({ show: { showId, staff, role, deletedAt } }: { show: ShowDetail }) {
  const me = useSession(({ user }) => user?.id);
  const navigate = useNavigate();
  const reread = useRereadShows();
  const [removed, askToRemove] = useState<StaffMember | null>(null);
  const [isInviting, invite] = useState(false);
  const isOperator = role === 'operator' && deletedAt === null;
  const isSelf = removed?.userId === me;
  const remove = async ({ userId: memberId }: StaffMember) => {
    try {
      await http.call('removeStaff', { params: { showId, memberId } });
      if (memberId === me) await navigate('/events');
    } catch (error) {
      await notifyError(error);
    }
    await reread();
  };
  return (
    <>
      <p className={styles.note}>{t('staffLead')}</p>
      <ul className={styles.list} aria-label={t('staff')}>
        {staff.map((member) => (
          <li key={member.userId} className={styles.member}>
            <div className={styles.what}>
              <span className={styles.name} dir="auto">
                {member.name}
                {member.userId === me && ` (${t('you')})`}
              </span>
              <span className={styles.dim}>
                {[t(member.role), member.isOwner && t('owner'), t('since', { time: exactly(member.since) })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
            {!member.isOwner && (isOperator || member.userId === me) && (
              <Button
                variant="default"
                aria-label={member.userId === me ? t('leave') : t('removeNamed', { name: member.name })}
                onClick={() => askToRemove(member)}
              >
                {t(member.userId === me ? 'leave' : 'remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOperator && (
        <Button leftSection={<IconUserPlus size={20} aria-hidden />} mt="md" onClick={() => invite(true)}>
          {t('invite')}
        </Button>
      )}
      <Confirm
        opened={removed !== null}
        title={isSelf ? t('leaveTitle') : t('removeStaffTitle', { name: removed?.name ?? '' })}
        text={t(isSelf ? 'leaveText' : 'removeStaffText')}
        yes={t(isSelf ? 'leave' : 'remove')}
        tone="wrong"
        onClose={() => askToRemove(null)}
        onYes={() => removed && void remove(removed)}
      />
      {isInviting && <InviteDialog showId={showId} onClose={() => invite(false)} />}
    </>
  );
}

function InviteDialog({ showId, onClose }: { showId: string; onClose: () => void }) {
  const origin = useJoinOrigin();
  const [role, setRole] = useState<StaffRole>('operator');
  const [made, setMade] = useState<RouteReply<'inviteStaff'> | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const make = async () => {
    setBusy(true);
    setFailure(null);
    try {
      setMade(await http.call('inviteStaff', { params: { showId }, body: { role } }));
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  };
  return (
    <Dialog opened onClose={onClose} title={t('invite')}>
      {made === null ? (
        <div className={styles.stack}>
          <Text>{t('inviteText')}</Text>
          <SegmentedControl<StaffRole>
            aria-label={t('role')}
            fullWidth
            value={role}
            data={[
              { value: 'operator', label: t('operator') },
              { value: 'viewer', label: t('viewer') },
            ]}
            onChange={setRole}
          />
          <p className={styles.note}>{t(role === 'operator' ? 'operatorHint' : 'viewerHint')}</p>
          <FormError>{failure}</FormError>
          <Button loading={busy} onClick={() => void make()}>
            {t('inviteMake')}
          </Button>
        </div>
      ) : (
        <SecretLink
          link={staffLink(origin, made.inviteId, made.secret)}
          qrName={t('inviteQr')}
          note={t('inviteOnce', { time: exactly(made.expiresAt) })}
        />
      )}
    </Dialog>
  );
}
