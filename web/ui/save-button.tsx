import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import type { SaveSubject } from '#web/lib/saved-subject.ts'
import { useSave } from '#web/lib/use-save.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'

type Props = {
  subject: SaveSubject
  isSaved: boolean
  /** `icon` for rows and cards, where its name is read but not drawn. */
  variant?: 'full' | 'icon'
  className?: string
}

/** Saves a store or a product, or takes it from the saved ones. It changes at once; a message says so and takes it back. */
export function SaveButton({ subject, isSaved, variant = 'full', className }: Props) {
  const { t } = useTranslation('components')
  const save = useSave(subject, isSaved)
  const sign = <LineIcon name="bookmark" isFull={save.isSaved} className="size-4.5 shrink-0" />
  // `data-save`: what the key `s` presses in a row.
  const shared = { onClick: save.toggle, 'aria-pressed': save.isSaved, 'data-save': true }
  if (variant === 'full') {
    return (
      <Button {...shared} variant="secondary" className={className}>
        {sign}
        {t(save.isSaved ? 'saving.isSaved' : 'saving.save')}
        <span className="sr-only">{subject.name}</span>
      </Button>
    )
  }
  // Raised above the link that covers a row or a card.
  return (
    <button
      type="button"
      {...shared}
      aria-label={t('saving.saveThis', { name: subject.name })}
      title={t(save.isSaved ? 'saving.unsave' : 'saving.save')}
      className={buttonClass('quiet', 'icon', cn('relative z-1', !save.isSaved && 'text-muted', className))}
    >
      {sign}
    </button>
  )
}
