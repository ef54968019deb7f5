import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureNotice } from '#web/ui/form/form-call.tsx'

/** `undo`: null while the server has not answered yet. */
type Dealt = { at: string; undo: (() => Promise<unknown>) | null }

/**
 * Lines that were dealt with in this visit, each until it is undone. They are painted at once, and
 * taken back if the server refuses.
 */
export function useDealtWith<Key>() {
  const { t } = useTranslation('brief')
  const fail = useFailureNotice()
  const [lines, setLines] = useState<ReadonlyMap<Key, Dealt>>(new Map())
  const set = (key: Key, dealt: Dealt | null) =>
    setLines((before) => {
      const after = new Map(before)
      if (dealt) after.set(key, dealt)
      else after.delete(key)
      return after
    })

  /** `work` resolves to what undoes it. */
  async function deal(key: Key, work: () => Promise<() => Promise<unknown>>): Promise<void> {
    const at = new Date().toISOString()
    set(key, { at, undo: null })
    try {
      set(key, { at, undo: await work() })
    } catch (error) {
      set(key, null)
      fail('brief', t('refused'), error)
    }
  }

  async function undo(key: Key): Promise<void> {
    const dealt = lines.get(key)
    if (!dealt?.undo) return
    set(key, null)
    try {
      await dealt.undo()
    } catch (error) {
      set(key, dealt)
      fail('brief', t('refused'), error)
    }
  }
  return { lines, deal, undo }
}
