import { expect, test } from 'vitest'
import { sendContactMessage } from '#contracts/site/contact.ts'
import { blockedStorage, memoryStorage } from '#testing/memory-storage.ts'
import {
  checkContact,
  type ContactField,
  type ContactFields,
  contactFields,
  readDraft,
  saveDraft,
} from './use-contact-form.ts'

const sound: ContactFields = {
  fullName: 'Ada Byron',
  email: 'ada@example.test',
  subject: 'Lamps',
  message: 'Ten chars.',
}

test.each<[ContactField, string, string | null]>([
  ['fullName', 'Ada', null],
  ['fullName', '', 'required'],
  ['fullName', ' \n ', 'required'],
  ['fullName', 'x'.repeat(121), 'too_long'],
  ['fullName', `  ${'x'.repeat(120)}  `, null],
  ['email', '', 'required'],
  ['email', 'ada', 'email'],
  ['email', 'ada@example', 'email'],
  ['email', 'a da@example.test', 'email'],
  ['email', ' ada@example.test ', null],
  ['subject', '  ', 'required'],
  ['subject', 'x'.repeat(201), 'too_long'],
  ['message', '', 'required'],
  ['message', '   ', 'required'],
  ['message', '123456789', 'message_too_short'],
  ['message', '123456789 ', 'message_too_short'],
  ['message', '1234567890', null],
  ['message', 'x'.repeat(5_001), 'too_long'],
])(
  '%s %j has the problem %j, and the server agrees',
  {
    tags: [
      'contact-rule.name',
      'contact-rule.email-required',
      'contact-rule.email-format',
      'contact-rule.subject',
      'contact-rule.message-required',
      'contact-rule.message-length',
    ],
  },
  (field, value, key) => {
    expect(checkContact(field, value)?.key ?? null).toBe(key)
    const isTaken =
      sendContactMessage.body?.safeParse({ ...sound, [field]: value }).success ?? false
    // The server checks the syntax of an address when it sends the mail.
    expect(isTaken || key === 'email').toBe(key === null || key === 'email')
  },
)

test('a message with every field filled in has no problem', () => {
  expect(contactFields.filter((field) => checkContact(field, sound[field]))).toEqual([])
})

test('a draft is restored, and removed once it is empty', () => {
  const storage = memoryStorage()
  expect(readDraft('', storage)).toBeNull()
  saveDraft(sound, '', storage)
  expect(readDraft('', storage)).toEqual(sound)
  saveDraft({ ...sound, subject: ' ', message: '' }, '', storage)
  expect(storage.items.size).toBe(0)
})

test('an edited subject from a link is kept until a link asks for a different one', () => {
  const storage = memoryStorage()
  saveDraft({ ...sound, subject: 'Custom plan', message: '' }, 'Custom plan', storage)
  expect(storage.items.size).toBe(0)
  saveDraft({ ...sound, subject: 'Custom plan, ten seats' }, 'Custom plan', storage)
  expect(readDraft('Custom plan', storage)?.subject).toBe('Custom plan, ten seats')
  expect(readDraft('', storage)?.subject).toBe('Custom plan, ten seats')
  expect(readDraft('Another', storage)).toEqual({ ...sound, subject: 'Another' })
})

test.each(['', 'null', '{}', '{"fullName":1}', 'nonsense'])(
  'text stored by another version, %j, is not a draft',
  (text) => {
    expect(readDraft('', memoryStorage({ contactDraft: text }))).toBeNull()
  },
)

test('a browser that blocks storage loses the draft without an error', () => {
  saveDraft(sound, '', blockedStorage)
  expect(readDraft('', blockedStorage)).toBeNull()
})
