import * as z from 'zod/mini'
import { byId, endpoint } from '#contracts/endpoint.ts'
import { UserId } from '#contracts/ids.ts'
import { pageFields, pageOf } from '#contracts/paging.ts'

const ContactMessage = z.object({
  id: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  /** The confirmed account with this address. */
  accountId: z.nullable(UserId),
  topic: z.string(),
  message: z.string(),
  language: z.string(),
  createdAt: z.iso.datetime(),
  /** When it was answered or closed. */
  answeredAt: z.nullable(z.iso.datetime()),
  /** Null while the message is open, and if it was closed without an answer. */
  answer: z.nullable(z.string()),
})
export type ContactMessage = z.infer<typeof ContactMessage>

export const MessageState = z.enum(['open', 'answered'])

export const listContactMessages = endpoint({
  name: 'listContactMessages',
  method: 'GET',
  path: '/api/operator/messages',
  access: 'operator',
  summary:
    'Messages from the contact form: the open ones with the oldest first, the answered ones with the latest first.',
  query: z.object({
    ...pageFields,
    state: z._default(MessageState, 'open'),
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  response: pageOf(ContactMessage),
})

export const answerContactMessage = endpoint({
  name: 'answerContactMessage',
  method: 'POST',
  path: '/api/operator/messages/:id/answer',
  access: 'operator',
  summary: 'Answer a message by mail. Refused once it was answered or closed.',
  params: byId,
  body: z.object({ answer: z.string().check(z.trim(), z.minLength(1), z.maxLength(5_000)) }),
  response: ContactMessage,
})

export const closeContactMessage = endpoint({
  name: 'closeContactMessage',
  method: 'POST',
  path: '/api/operator/messages/:id/close',
  access: 'operator',
  summary: 'Close a message without an answer. Refused once it was answered or closed.',
  params: byId,
  response: ContactMessage,
})
