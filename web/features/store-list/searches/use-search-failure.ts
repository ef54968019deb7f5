import { useTranslation } from 'react-i18next'
import { useFailureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/toast-store.ts'

export type SearchDeed = 'save' | 'change' | 'delete'

/** Reports which action on a saved search failed, and why. */
export function useSearchFailure(): (deed: SearchDeed, error: unknown) => void {
  const { t } = useTranslation('list')
  const textOf = useFailureText()
  return (deed, error) =>
    notify({
      kind: 'error',
      subject: 'search',
      title: t(`searches.failed.${deed}`),
      description: textOf(error, { fallback: 'unexpected' }),
    })
}
