import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { validateResetToken } from '#contracts/auth.ts'
import { DonePanel } from './done-panel.tsx'
import { InvalidPanel } from './invalid-panel.tsx'
import { linkProblemOf } from './reset-outcome.ts'
import { ResetForm } from './reset-form.tsx'
import { UncheckedPanel } from './unchecked-panel.tsx'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { useAnswer } from '#web/lib/use-answer.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { useLinkToken } from '#web/lib/use-link-token.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { Waiting } from '#web/ui/waiting.tsx'

export function ResetPasswordPage() {
  return (
    <>
      <PageMeta page="resetPassword" noindex />
      <Content />
    </>
  )
}

function Content() {
  const { t } = useTranslation('forms')
  const token = useLinkToken()
  const isHydrated = useHydrated()
  const input = useMemo(() => (token === null ? null : { query: { token } }), [token])
  const { answer, askAgain } = useAnswer(validateResetToken, input)
  const [end, setEnd] = useState<'open' | 'done' | 'link-ended'>('open')

  if (end === 'done') return <DonePanel />
  // Before hydration, it is unknown whether this history entry still holds its token.
  if (isHydrated && (token === null || end === 'link-ended')) return <InvalidPanel />
  if (answer.kind === 'refused') {
    return linkProblemOf(answer.error) === 'invalid' ? (
      <InvalidPanel error={answer.error} />
    ) : (
      <UncheckedPanel error={answer.error} onRetry={askAgain} />
    )
  }
  return (
    <AccountFrame
      title={t('reset.title')}
      lead={t('reset.subtitle')}
      step={answer.kind}
      sun={answer.kind === 'given' ? 'half' : 'low'}
    >
      {answer.kind === 'given' && token !== null ? (
        <ResetForm token={token} onDone={() => setEnd('done')} onLinkEnded={() => setEnd('link-ended')} />
      ) : (
        <Waiting>{t('reset.validating')}</Waiting>
      )}
    </AccountFrame>
  )
}
