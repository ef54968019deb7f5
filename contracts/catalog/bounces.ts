import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'
import { MailState } from './facts.ts'

/** Per account: nobody mails by hand so much that more addresses come back. */
export const MAX_BOUNCES_PER_DAY = 100

const params = z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
/** An address that the store publishes. */
const contact = z.string().check(z.minLength(3), z.maxLength(254))

const ContactState = z.object({
  /** Of the address, for the caller. */
  mailState: MailState,
  /** The caller's own word on it counts. */
  isOwnState: z.boolean(),
})

export const markBounce = endpoint({
  name: 'markBounce',
  method: 'POST',
  path: '/api/stores/:id/bounce',
  access: 'paid',
  summary: `Say that mail to an address of the store came back. For the caller the address counts as \`bounced\` at once, for everybody after two accounts with a plan that have nothing to do with each other; it does no longer once a visit reads it on the shop again. The first time, it is taken off the contacts of the day. At most ${MAX_BOUNCES_PER_DAY} marks a day.`,
  params,
  body: z.object({ contact }),
  response: z.extend(ContactState, {
    /** The contact was given back to the day's contacts. */
    isReturned: z.boolean(),
  }),
})

export const unmarkBounce = endpoint({
  name: 'unmarkBounce',
  method: 'DELETE',
  path: '/api/stores/:id/bounce',
  access: 'paid',
  summary:
    'Take the own mark back, and with it the returned contact. Without an own mark: say that the address accepts mail, which contradicts the marks of others.',
  params,
  query: z.object({ contact }),
  response: ContactState,
})
