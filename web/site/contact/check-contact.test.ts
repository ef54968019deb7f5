import { expect, test } from 'vitest'
import { sendContactMessage } from '#contracts/contact.ts'
import { checkContact, type ContactField, contactFields, type ContactFields } from './use-contact-form.ts'

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
    const isTaken = sendContactMessage.body?.safeParse({ ...sound, [field]: value }).success ?? false
    // How an address is written, the server looks at when it is to be mailed.
    expect(isTaken || key === 'email').toBe(key === null || key === 'email')
  },
)

test('a message with every field filled in has no problem', () => {
  expect(contactFields.map((field) => checkContact(field, sound[field]))).toEqual([null, null, null, null])
})
