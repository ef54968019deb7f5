import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { verifyEmail } from '#contracts/auth.ts'
import { CheckMail } from './check-mail.tsx'
import { Failed } from './failed.tsx'
import { Verified } from './verified.tsx'
import { isEmail } from '#contracts/email-pattern.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { PENDING_VERIFICATION_KEY } from '#web/lib/pending-verification.ts'
import { useAnswer } from '#web/lib/use-answer.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { useLinkToken } from '#web/lib/use-link-token.ts'
import { useSessionText } from '#web/lib/use-session-text.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { Waiting } from '#web/ui/waiting.tsx'

export function EmailVerificationPage() {
  return (
    <>
      <PageMeta page="emailVerification" noindex />
      <Content />
    </>
  )
}

function Content() {
  const { t } = useTranslation('forms')
  const token = useLinkToken()
  const [search] = useSearchParams()
  const email = useAddress(search)
  const isHydrated = useHydrated()
  const input = useMemo(() => (token === null ? null : { query: { token } }), [token])
  const { answer, askAgain } = useAnswer(verifyEmail, input)

  // The server cannot see a token that this history entry may hold. An address without a token is usually a first visit.
  const isWithout = isHydrated ? token === null : !search.has('token')
  if (isWithout) return <CheckMail email={email} />
  if (answer.kind === 'given') return <Verified {...answer.value} />
  if (answer.kind === 'refused') return <Failed error={answer.error} email={email} onRetry={askAgain} />
  return (
    <AccountFrame title={t('verify.loading')} step="loading" sun="low">
      <Waiting>{t('verify.loading')}</Waiting>
    </AccountFrame>
  )
}

/** The address that we mailed, from the link or from this tab's sign-up; null when neither has it. */
function useAddress(search: URLSearchParams): string | null {
  const [pending] = useSessionText(PENDING_VERIFICATION_KEY)
  const asked = search.get('email')?.trim() ?? ''
  return isEmail(asked) ? asked : pending
}
