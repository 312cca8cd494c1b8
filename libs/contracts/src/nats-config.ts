import { BUS_USERS, permissionsOf } from './bus-users.js';

const HEADER = `\
# The NATS server of Earworm: nats-server -c services.conf, with one variable NATS_<SERVICE>_PASSWORD for each service below.
# Letters and digits, beginning with a letter; the server does not start without one of them. A service connects with
# NATS_URL=nats://<service>:<password>@<host>:4222 and may use only the subjects that it needs.
#
# Made by \`npm run generate -w libs/contracts\` from libs/contracts/src/bus-users.ts. Do not edit it here.

# This machine alone. In a container or for other machines: -a 0.0.0.0, on a private network, and with \`tls\` where others
# can listen. The gateway can act for any user, and so can everyone who has its password.
listen: "127.0.0.1:4222"

# A game travels whole when its moderator opens it, a template when it is played. One of an earlier release may have 2 MB
# of text, up to twice that as JSON in JSON, and what is known of 6,000 questions besides.
max_payload: 8MB

# A connection that takes nothing is closed; the service connects again and reads what it missed from the owners.
write_deadline: "5s"
max_pending: 64MB

# Dead connections are found soon, in both directions (the services ping every 2 s as well).
ping_interval: "5s"
ping_max: 2
`;

/** One reply per request. It expires well after the longest time that a caller waits. */
const ANSWERS = 'allow_responses: { max: 1, expires: "1m" }';

const variable = (name: string) => `$NATS_${name.toUpperCase().replaceAll('-', '_')}_PASSWORD`;

const list = (subjects: readonly string[]) => subjects.map((subject) => `          "${subject}"\n`).join('');

function user(name: string): string {
  const { publish, subscribe, answers } = permissionsOf(name);
  return `\
    {
      user: "${name}", password: ${variable(name)}
      permissions: {
        publish: { allow: [
${list(publish)}        ] }
        subscribe: { allow: [
${list(subscribe)}        ] }
${answers ? `        ${ANSWERS}\n` : ''}      }
    }
`;
}

/** The text of deploy/nats/services.conf: one user per service, with the permissions of its row in BUS_USERS. */
export const natsConfig = (): string => `\
${HEADER}
accounts {
  EARWORM: { users: [
${Object.keys(BUS_USERS).map(user).join('')}  ] }
}
`;
