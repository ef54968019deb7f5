import { useTranslation } from 'react-i18next'
import { isApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { blogFailure } from './blog-failure.ts'

type Props = { text: string; error: unknown; onRetry: () => void }

/** Says what could not be loaded and why, as far as known, and offers a retry. */
export function BlogAlert({ text, error, onRetry }: Props) {
  const { t } = useTranslation(['blog', 'errors'])
  return (
    <Notice tone="bad" role="alert">
      <p className="font-semibold">{text}</p>
      <p>{blogFailure(t, error, 'fetch')}</p>
      {isApiError(error, 'network') && <p>{t('errors:network')}</p>}
      <Button size="sm" variant="secondary" onClick={onRetry} className="mt-1">
        {t('errors:retry')}
      </Button>
    </Notice>
  )
}
