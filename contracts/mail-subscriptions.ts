import * as z from 'zod/mini'
import { Done } from '#contracts/account/auth.ts'
import { endpoint } from './endpoint.ts'

export const subscribeNewsletter = endpoint({
  name: 'subscribeNewsletter',
  method: 'POST',
  path: '/api/newsletter/subscribe',
  access: 'public',
  summary:
    'Ask for the weekly newsletter. A mail asks the address to confirm; before that nothing else is sent to it. The same answer for any address.',
  body: z.object({ email: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)) }),
  response: Done,
})

export const confirmNewsletter = endpoint({
  name: 'confirmNewsletter',
  method: 'POST',
  path: '/api/newsletter/confirm',
  access: 'public',
  summary:
    'Confirm a subscription with the token of the mail. As often as one likes; leaving goes by the link in each newsletter.',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: Done,
})

export const UNSUBSCRIBE_PATH = '/api/public/unsubscribe'

/** Token from the link in a mail. It names the mail to turn off and the recipient, proves that we issued it, and never expires. */
const query = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

/** The kind of mail that a link turns off. */
export const MailKind = z.enum(['digest', 'search', 'newsletter'])
export type MailKind = z.infer<typeof MailKind>

export const readUnsubscribe = endpoint({
  name: 'readUnsubscribe',
  method: 'GET',
  path: UNSUBSCRIBE_PATH,
  access: 'public',
  summary: 'What the link of a mail would turn off. Changes nothing: scanners open such links too.',
  query,
  response: z.object({ kind: MailKind }),
})

export const unsubscribe = endpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: UNSUBSCRIBE_PATH,
  access: 'public',
  summary:
    'Turn off what the link of a mail is about, without signing in (RFC 8058). Bodies of mail programs are accepted and not needed. The same answer whether it was on or off, and whether there still is such an account.',
  query,
  response: z.object({ kind: MailKind, message: z.string() }),
})

export const resubscribe = endpoint({
  name: 'resubscribe',
  method: 'POST',
  path: '/api/users/resubscribe',
  access: 'session',
  summary: 'Turn on again what the link of a mail turned off, for the account that the link belongs to.',
  body: query,
  response: Done,
})
