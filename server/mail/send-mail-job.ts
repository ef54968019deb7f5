import * as z from 'zod'

/** The job holds no address: `outgoing_mails` stores content and recipient. `create-context.ts` adds the handler. */
export const sendMailJob = {
  name: 'send-mail',
  payload: z.object({ mailId: z.uuid() }),
  maxAttempts: 10,
  retryDelaySeconds: 10,
}
