import { afterEach, expect, test } from 'vitest'
import { notify, toastStore, withdrawToasts } from './toast.ts'

const titles = () => toastStore.current().map(({ title }) => title)

afterEach(() => toastStore.set([]))

test('a toast replaces the earlier one about the same subject and no other', () => {
  notify({ kind: 'error', subject: 'update', title: 'not saved' })
  notify({ kind: 'error', subject: 'upload', title: 'not sent' })
  notify({ kind: 'info', title: 'by the way' })
  notify({ kind: 'success', subject: 'update', title: 'saved' })
  expect(titles()).toEqual(['not sent', 'by the way', 'saved'])
  notify({ kind: 'info', title: 'by the way' })
  expect(titles()).toEqual(['not sent', 'saved', 'by the way'])
})

test('a repeated toast is counted instead of shown again, and comes last', () => {
  notify({ kind: 'success', title: 'saved' })
  notify({ kind: 'success', title: 'saved', description: 'Lamp' })
  notify({ kind: 'success', title: 'saved' })
  expect(toastStore.current().map(({ description, times }) => [description, times])).toEqual([
    ['Lamp', 1],
    [undefined, 2],
  ])
})

test('a retry withdraws the toast about its subject', () => {
  notify({ kind: 'error', subject: 'update', title: 'not saved' })
  notify({ kind: 'info', title: 'by the way' })
  withdrawToasts('update')
  expect(titles()).toEqual(['by the way'])
})
