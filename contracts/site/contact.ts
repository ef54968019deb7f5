import * as z from 'zod/mini'
import { Done, endpoint } from '#contracts/endpoint.ts'

/** The form on /contact checks the same limits. Lengths exclude surrounding white space. */
export const contactLimits = { name: 120, email: 254, subject: 200, minMessage: 10, message: 5_000 }

const text = (min: number, max: number) =>
  z.string().check(z.trim(), z.minLength(min), z.maxLength(max))

export const sendContactMessage = endpoint({
  name: 'sendContactMessage',
  method: 'POST',
  path: '/api/contact/support',
  access: 'public',
  summary:
    'Write to support. The server stores the message and mails it to the support address; the reply goes to `email`. The same message twice on one day counts once.',
  body: z.object({
    fullName: text(1, contactLimits.name),
    email: text(3, contactLimits.email),
    subject: text(1, contactLimits.subject),
    message: text(contactLimits.minMessage, contactLimits.message),
  }),
  response: Done,
})
