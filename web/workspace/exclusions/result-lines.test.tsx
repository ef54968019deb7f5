import { afterEach, expect, test, vi } from 'vitest'
import type { ExclusionUpload, LineFault } from '#contracts/workspace/exclusions.ts'
import { apiError } from '#testing/api-error.ts'
import { renderHook } from '#testing/render-screen.tsx'
import { createQueryClient } from '#web/api/query.ts'
import { toastStore } from '#web/lib/toast.ts'
import { useTake, withoutRefused } from './result-lines.tsx'

afterEach(() => toastStore.set([]))

const refusedLine = (line: number, fault: LineFault) => ({
  line,
  text: `line ${line}`,
  fault,
  suggestion: null,
})
const upload: ExclusionUpload = {
  id: null,
  name: 'customers.csv',
  reason: 'customer',
  at: '2026-11-29T10:00:00.000Z',
  lines: 5,
  accepted: 2,
  repeated: 0,
  refused: 3,
  hides: 2,
  acceptedLines: [],
  repeatedLines: [],
  refusedLines: [2, 3, 5].map((line) => refusedLine(line, 'noEnding')),
}
const answer = (parts: Partial<ExclusionUpload>): ExclusionUpload => ({
  ...upload,
  lines: 1,
  accepted: 0,
  refused: 0,
  refusedLines: [],
  ...parts,
})

async function take(answer: () => Promise<unknown>) {
  const client = createQueryClient(answer)
  const onTaken = vi.fn<() => void>()
  const { run } = renderHook(() => useTake('customer', onTaken), client)
  await run('acme.com')
  const [toast] = toastStore.current()
  return { taken: onTaken.mock.calls.length, toast: [toast?.kind, toast?.title] }
}

test('a repaired line leaves its upload, and the other refused lines stay', () => {
  const { lines, accepted, refused, refusedLines } = withoutRefused(upload, 3)
  expect(refusedLines.map(({ line }) => line)).toEqual([2, 5])
  expect([lines, accepted, refused]).toEqual([4, 2, 2])
})

test.each<[string, Partial<ExclusionUpload>, number, string[]]>([
  ['accepted', { accepted: 1 }, 1, ['success', 'Accepted']],
  ['known already', { repeated: 1 }, 1, ['success', 'Repeated']],
  [
    'beyond the plan',
    { refused: 1, refusedLines: [refusedLine(1, 'full')] },
    0,
    ['error', 'The line could not be added'],
  ],
])('a suggestion that is %s says so', async (_, parts, taken, toast) => {
  expect(await take(async () => answer(parts))).toEqual({ taken, toast })
})

test('a suggestion that does not reach the server says so, and its line stays', async () => {
  const error = apiError('network', 0)
  expect(await take(() => Promise.reject(error))).toEqual({
    taken: 0,
    toast: ['error', 'The line could not be added'],
  })
})
