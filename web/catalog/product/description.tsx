import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/loaded.tsx'

type HtmlComponent = ComponentType<{ html: string }>
type State = { kind: 'loading' } | { kind: 'ready'; Text: HtmlComponent } | { kind: 'failed' }

// Loads the sanitiser only when there is third-party HTML to show.
const load = async (): Promise<HtmlComponent> =>
  (await import('./sanitised-html.tsx')).SanitisedHtml

export function Description({ html }: { html: string | null }) {
  const { t } = useTranslation('product-detail')
  if (!html?.trim()) return <p className="text-faint">{t('description.none')}</p>
  return <Sanitised html={html} />
}

/** If its code fails to load, for example without a connection, the rest of the page stays. */
function Sanitised({ html }: { html: string }) {
  const { t } = useTranslation(['product-detail', 'errors'])
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isWanted = true
    const update = (next: State) => isWanted && setState(next)
    load().then(
      (Text) => update({ kind: 'ready', Text }),
      () => update({ kind: 'failed' }),
    )
    return () => void (isWanted = false)
  }, [attempt])
  switch (state.kind) {
    case 'ready':
      return <state.Text html={html} />
    case 'failed':
      return (
        <p role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-bad">
          {t('errors:network')}
          <Button variant="quiet" size="sm" onClick={() => setAttempt(attempt + 1)}>
            {t('errors:retry')}
          </Button>
        </p>
      )
    case 'loading':
      return <DescriptionSkeleton />
    default:
      return state satisfies never
  }
}

const DescriptionSkeleton = () => (
  <Skeleton className="grid gap-2.5">
    <Bone className="h-4 w-full" />
    <Bone className="h-4 w-11/12" />
    <Bone className="h-4 w-2/3" />
  </Skeleton>
)
