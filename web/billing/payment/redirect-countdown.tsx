import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageInfo } from '#i18n/languages.ts'
import { languageOf } from '#web/lib/i18n/load-texts.ts'
import { Button } from '#web/ui/button.tsx'

/** Section 9 of the specification. */
const REDIRECT_AFTER_SECONDS = 3

type Props = { isStaying: boolean; onStay: () => void; onEnd: () => void }

/**
 * Announces the automatic redirect and lets the visitor stay. The seconds are hidden from screen readers, which would announce each one.
 */
export function RedirectCountdown({ isStaying, onStay, onEnd }: Props) {
  const { t, i18n } = useTranslation('payment')
  const [left, setLeft] = useState(REDIRECT_AFTER_SECONDS)
  const end = useEffectEvent(onEnd)
  const status = useRef<HTMLParagraphElement>(null)
  const stay = () => {
    onStay()
    // The button disappears now.
    status.current?.focus()
  }
  useEffect(() => {
    if (isStaying) return
    return startCountdown(REDIRECT_AFTER_SECONDS, { onTick: setLeft, onEnd: () => end() })
  }, [isStaying])

  const { locale } = languageInfo[languageOf(i18n)]
  const time = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(
    left,
  )
  return (
    <div className="-mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
      <p ref={status} role="status" tabIndex={-1} className={isStaying ? 'outline-none' : 'sr-only'}>
        {t(isStaying ? 'redirect.stopped' : 'redirect.soon')}
      </p>
      {!isStaying && (
        <>
          <p aria-hidden>{t('redirect.running', { time })}</p>
          <Button variant="quiet" size="sm" className="-mx-3" onClick={stay}>
            {t('redirect.stop')}
          </Button>
        </>
      )}
    </div>
  )
}

/** Counts down whole seconds, then ends once. Returns a function that stops it. */
export function startCountdown(
  seconds: number,
  { onTick, onEnd }: { onTick: (left: number) => void; onEnd: () => void },
): () => void {
  let left = seconds
  const timer = setInterval(() => {
    left -= 1
    onTick(left)
    if (left > 0) return
    clearInterval(timer)
    onEnd()
  }, 1_000)
  return () => clearInterval(timer)
}
