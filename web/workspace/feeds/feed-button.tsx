import { Rss } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { useServices } from '#web/lib/app/services-context.tsx'
import { loadTexts } from '#web/lib/i18n/load-texts.ts'
import { notify } from '#web/lib/toast.ts'
import { Button, type ButtonSize, type ButtonVariant } from '#web/ui/button.tsx'
import type { FeedDialogProps } from './feed-dialog.tsx'

type Props = {
  /** Without a search: the feed of the saved stores. */
  search?: Pick<SavedSearch, 'id' | 'name'>
  label: string
  /** For screen readers, where several of these buttons are on a page. */
  longLabel?: string
  variant?: ButtonVariant
  size?: ButtonSize
}

type State =
  | { kind: 'closed' }
  | { kind: 'loading' }
  | { kind: 'open'; Dialog: ComponentType<FeedDialogProps> }

/** Opens the address of an Atom feed. The dialog and its texts load on first use. */
export function FeedButton({
  search,
  label,
  longLabel,
  variant = 'secondary',
  size = 'md',
}: Props) {
  const { t } = useTranslation('errors')
  const services = useServices()
  const [state, setState] = useState<State>({ kind: 'closed' })
  const open = async () => {
    setState({ kind: 'loading' })
    try {
      const [{ FeedDialog }] = await Promise.all([
        import('./feed-dialog.tsx'),
        loadTexts(services, ['changes', 'forms']),
      ])
      setState({ kind: 'open', Dialog: FeedDialog })
    } catch {
      setState({ kind: 'closed' })
      notify({ kind: 'error', title: t('title'), subject: 'feed' })
    }
  }
  return (
    <>
      <Button
        variant={variant}
        size={size}
        aria-haspopup="dialog"
        aria-label={longLabel}
        isBusy={state.kind === 'loading'}
        onClick={() => void open()}
      >
        {state.kind !== 'loading' && <Rss className="size-4 shrink-0" aria-hidden />}
        {label}
      </Button>
      {state.kind === 'open' && (
        <state.Dialog search={search} onClose={() => setState({ kind: 'closed' })} />
      )}
    </>
  )
}
