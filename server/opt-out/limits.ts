import { DAY, HOUR, limit } from '#server/platform/limits.ts'

export const limits = {
  request: limit('opt-out', 'network', 20, HOUR),
  confirm: limit('opt-out-confirm', 'network', 30, HOUR),
  // Each confirmation queries a name server or a foreign host.
  domain: limit('opt-out-domain', 'domain', 60, HOUR),
  // The mailbox belongs to a stranger until its owner answers.
  mail: limit('opt-out-mail', 'domain', 3, DAY),
}
