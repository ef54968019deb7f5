import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { type Loadable, Loaded } from '#web/ui/feedback/loaded.tsx'

/** One card failed to load; the other cards stay. */
export function CardFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation('date-picker')
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm text-bad">
      {text}
      <Button variant="quiet" size="sm" onClick={onRetry} className="text-ink">
        <RotateCw className="size-4" aria-hidden />
        {t('stats.retry')}
      </Button>
    </p>
  )
}

type BodyProps<Data> = {
  query: Loadable<Data>
  /** Says what failed to load. */
  failed: string
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** The body of a card whose content reaches to its edges. */
export function CardBody<Data>({ failed, ...props }: BodyProps<Data>) {
  return (
    <Loaded
      {...props}
      failure={(_, retry) => (
        <div className="px-5 sm:px-6">
          <CardFailure text={failed} onRetry={retry} />
        </div>
      )}
    />
  )
}
