import { afterEach, expect, test } from 'vitest'
import { dismissToast, notify, toastStore, withdrawToasts } from './toast.ts'

const titles = () => toastStore.current().map(({ title }) => title)

afterEach(() => {
  for (const { id } of toastStore.current()) dismissToast(id)
})

test('a toast replaces the earlier one about the same subject and no other', () => {
  notify({ kind: 'error', subject: 'update', title: 'not saved' })
  notify({ kind: 'error', subject: 'upload', title: 'not sent' })
  notify({ kind: 'info', title: 'by the way' })
  notify({ kind: 'success', subject: 'update', title: 'saved' })
  expect(titles()).toEqual(['not sent', 'by the way', 'saved'])
  notify({ kind: 'info', title: 'by the way' })
  expect(titles()).toEqual(['by the way', 'saved', 'by the way'])
})

test('a retry withdraws the toast about its subject', () => {
  notify({ kind: 'error', subject: 'update', title: 'not saved' })
  notify({ kind: 'info', title: 'by the way' })
  withdrawToasts('update')
  expect(titles()).toEqual(['by the way'])
})
