import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { useLinkToken } from '#web/lib/use-link-token.ts'
import { Card } from '#web/ui/card.tsx'
import { keepTask } from './kept-task.ts'
import { arrivalOf, type OptOutState } from './opt-out-state.ts'
import { StepPanel } from './step-panel.tsx'
import { Promises } from './promises.tsx'

/** For merchants who want to leave Storedawn: name the domain, prove control of it, done. No account, no questions. */
export function OptOutPage() {
  const { t } = useTranslation('opt-out')
  const { search } = useLocation()
  const token = useLinkToken()
  const [moved, setMoved] = useState<OptOutState | null>(null)
  const state = moved ?? arrivalOf(search, token)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(state.kind)
  useEffect(() => {
    if (shown.current === state.kind) return
    shown.current = state.kind
    // Screen readers announce the heading, and the next Tab starts there.
    heading.current?.focus()
  }, [state.kind])

  const move = (next: OptOutState) => {
    if (next.kind === 'proving') keepTask(localStorage, next.task)
    if (next.kind === 'done') keepTask(localStorage, null)
    setMoved(next)
  }
  return (
    <>
      <PageMeta page="optOut" />
      {/* One screen high, so that the footer does not jump between steps. */}
      <div className="page grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-x-20 gap-y-12 py-12 sm:py-18 lg:grid-cols-[minmax(0,38rem)_minmax(0,26rem)] lg:justify-between">
        <div>
          <p className="eyebrow">{t('eyebrow')}</p>
          <h1 className="mt-3 text-2xl">{t('title')}</h1>
          <p className="mt-4 text-lg text-muted">{t('intro')}</p>
          <Card className="mt-8 p-5 sm:p-7">
            <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
              {t(`steps.${state.kind}`)}
            </h2>
            <StepPanel state={state} onMove={move} />
          </Card>
        </div>
        <Promises />
      </div>
    </>
  )
}
