import * as z from 'zod/mini'
import { Done } from '#contracts/auth.ts'
import { endpoint } from '#contracts/endpoint.ts'

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
