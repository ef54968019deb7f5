import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { type Loadable, Loaded } from '#web/ui/feedback/loaded.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

type PartProps<Data> = {
  query: Loadable<Data>
  /** Says what could not be loaded. */
  failed: string
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** One part of a page of the blog; the other parts stay if it fails. */
export function BlogPart<Data>({ failed, ...props }: PartProps<Data>) {
  return (
    <Loaded
      {...props}
      failure={(error, retry) => <BlogAlert text={failed} error={error} onRetry={retry} />}
    />
  )
}

type Props = { text: string; error: unknown; onRetry: () => void }

/** Says what could not be loaded and why, as far as known, and offers a retry. */
function BlogAlert({ text, error, onRetry }: Props) {
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

/**
 * Text for a failed call of the blog: names the status code of a refusal, otherwise the failed
 * action, also for an OK response that cannot be read, otherwise a general error.
 */
export function blogFailure(t: TFunction<'blog'>, error: unknown, doing: 'fetch' | 'find'): string {
  if (!isApiError(error)) return t('errors.unknown')
  if (error.status >= 400) return t('errors.http', { code: error.status })
  return doing === 'find' ? t('errors.find') : t('errors.fetch')
}
