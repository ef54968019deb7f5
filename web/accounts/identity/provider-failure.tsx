import { useTranslation } from 'react-i18next'
import { isApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/lib/i18n/error-text.ts'
import { IdentityPopupError } from './identity-popup.ts'

/** Why the provider's window brought no proof. */
export function ProviderFailure({ error, provider }: { error: unknown; provider: string }) {
  const { t } = useTranslation('forms')
  const text = useErrorText(error)
  if (isApiError(error)) return text
  const isBlocked = error instanceof IdentityPopupError && error.reason === 'blocked'
  return t(isBlocked ? 'identity.blocked' : 'identity.failed', { provider })
}
