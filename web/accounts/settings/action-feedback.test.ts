import { beforeEach, expect, test, vi } from 'vitest'
import { withMinimumDuration } from './action-feedback.ts'

beforeEach(() => void vi.useFakeTimers())

test(
  'an immediate answer is delayed until the minimum time has passed',
  { tags: ['settings-preferences.save-1s', 'settings-preferences.delete-1500ms'] },
  async () => {
    const shown = vi.fn<(text: string) => void>()
    void withMinimumDuration(1000, Promise.resolve('saved')).then(shown)
    await vi.advanceTimersByTimeAsync(999)
    expect(shown).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(shown).toHaveBeenCalledExactlyOnceWith('saved')
  },
)

test('the minimum time alone resolves nothing', async () => {
  const shown = vi.fn<() => void>()
  void withMinimumDuration(1000, new Promise(() => undefined)).then(shown)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown).not.toHaveBeenCalled()
})

test('a failure is passed on without delay', async () => {
  await expect(withMinimumDuration(1000, Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused',
  )
})
