import { afterEach, beforeEach, expect, vi } from 'vitest'

let reported: string[] = []

// React, Node and libraries report broken rules here and continue; without this check, a passing
// test would hide them. A test that expects such a report declares it: `vi.spyOn(console,
// 'error').mockImplementation(() => {})`.
beforeEach(() => {
  reported = []
  const report = console.error
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    reported.push(args.map(String).join(' '))
    report(...args)
  })
})

afterEach(() => {
  vi.mocked(console.error).mockRestore()
  expect(reported, 'console.error was called').toEqual([])
})
