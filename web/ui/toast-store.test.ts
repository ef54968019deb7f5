import { afterEach, expect, test } from 'vitest'
import { dismissToast, notify, toastStore, withdrawToasts } from './toast-store.ts'

const titles = () => toastStore.current().map(({ title }) => title)

afterEach(() => {
  for (const { id } of toastStore.current()) dismissToast(id)
})

test('a message takes the place of the one before it about the same subject, and of no other', () => {
  notify({ kind: 'error', subject: 'update', title: 'not saved' })
  notify({ kind: 'error', subject: 'upload', title: 'not sent' })
  notify({ kind: 'info', title: 'by the way' })
  notify({ kind: 'success', subject: 'update', title: 'saved' })
  expect(titles()).toEqual(['not sent', 'by the way', 'saved'])
  notify({ kind: 'info', title: 'by the way' })
  expect(titles()).toEqual(['by the way', 'saved', 'by the way'])
})

test('trying again takes back what was said about it', () => {
  notify({ kind: 'error', subject: 'update', title: 'not saved' })
  notify({ kind: 'info', title: 'by the way' })
  withdrawToasts('update')
  expect(titles()).toEqual(['by the way'])
})
