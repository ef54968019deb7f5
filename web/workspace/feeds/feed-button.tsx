import { Rss } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SavedSearch } from '#contracts/workspace/saved-searches.ts'
import type { ButtonSize, ButtonVariant } from '#web/ui/button.tsx'
import { LateDialogButton } from '#web/ui/late-dialog-button.tsx'

type Props = {
  /** Without a search: the feed of the saved stores. */
  search?: Pick<SavedSearch, 'id' | 'name'>
  label: string
  /** For screen readers, where several of these buttons are on a page. */
  longLabel?: string
  variant?: ButtonVariant
  size?: ButtonSize
}

/** Opens the address of an Atom feed. */
export function FeedButton({ search, longLabel, ...button }: Props) {
  const { t } = useTranslation('errors')
  return (
    <LateDialogButton
      {...button}
      aria-label={longLabel}
      icon={<Rss className="size-4 shrink-0" aria-hidden />}
      load={async () => (await import('./feed-dialog.tsx')).FeedDialog}
      texts={['changes', 'forms']}
      failure={t('title')}
    >
      {(FeedDialog, close) => <FeedDialog search={search} onClose={close} />}
    </LateDialogButton>
  )
}
