import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/lib/error-text.ts'
import { Button } from '#web/ui/button.tsx'
import type { Preview } from '#web/ui/date-picker/use-preview.ts'

/** A refusal is shown with its reason and without retry, which would not help; other failures offer a retry. */
export function PreviewFailure({ preview }: { preview: Extract<Preview, { state: 'failed' }> }) {
  const { t } = useTranslation('date-picker')
  const refusal = useErrorText(preview.error)
  const isRefused = isApiError(preview.error) && preview.error.status >= 400 && preview.error.status < 500
  return (
    <p role="alert" className="flex flex-wrap items-center justify-between gap-2 text-sm text-bad">
      {isRefused ? refusal : t('stats.failed')}
      {!isRefused && (
        <Button variant="quiet" size="sm" onClick={preview.retry}>
          <RotateCw className="size-4" aria-hidden />
          {t('stats.retry')}
        </Button>
      )}
    </p>
  )
}
