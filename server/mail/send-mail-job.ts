import * as z from 'zod'

/** The queue holds no address: what is sent to whom stands in `outgoing_mails`. Its handler is put together in `create-context.ts`. */
export const sendMailJob = {
  name: 'send-mail',
  payload: z.object({ mailId: z.uuid() }),
  maxAttempts: 10,
  retryDelaySeconds: 10,
}
