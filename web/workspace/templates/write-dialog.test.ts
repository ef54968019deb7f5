import { expect, test } from 'vitest'
import { mailQuery } from './write-dialog.tsx'

test('subject and text reach the mail program as they are, whatever they contain', () => {
  const subject = 'A & B: 100 % + more?'
  const body = 'Line one\nLine two & bcc=x@y.test'
  const query = mailQuery(subject, body)
  expect(query).not.toContain('+')
  expect([...new URLSearchParams(query).keys()]).toEqual(['subject', 'body'])
  expect(new URLSearchParams(query).get('subject')).toBe(subject)
  expect(new URLSearchParams(query).get('body')).toBe('Line one\r\nLine two & bcc=x@y.test')
})
