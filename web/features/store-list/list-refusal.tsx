import { useTranslation } from 'react-i18next'
import { isApiError } from '#web/api/api-error.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'

type Props = { error: unknown; title: string; onRetry: () => void }

/** The server refused the rows: the plan does not include them, or the call failed. */
export function ListRefusal({ error, title, onRetry }: Props) {
  const { t } = useTranslation('list')
  if (!isApiError(error) || error.status !== 403) {
    return <ErrorState title={title} error={error} onRetry={onRetry} />
  }
  return (
    <EmptyState
      title={t('forbidden.title')}
      action={<LinkButton to={paths.pricing()}>{t('forbidden.action')}</LinkButton>}
    >
      {error.message || t('forbidden.text')}
    </EmptyState>
  )
}
