import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import type { SaveSubject } from './saved-changes.ts'
import { type SaveState, useSave } from './use-save.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LineIcon } from '#web/ui/store/line-icon.tsx'

type What = { subject: SaveSubject; isSaved: boolean; className?: string }
type Words = { t: TFunction<'components'> }

/** `icon` for rows and cards, where the label is for screen readers only. */
type Props = What & { variant?: 'full' | 'icon' }

/**
 * Saves or unsaves a store or a product. The button says at once that it is saving; once the server
 * has answered, a toast confirms it and offers an undo.
 */
export function SaveButton({ variant = 'full', ...what }: Props) {
  const { t } = useTranslation('components')
  return variant === 'full' ? <FullSave {...what} t={t} /> : <SaveIcon {...what} t={t} />
}

function FullSave({ subject, isSaved, className, t }: What & Words) {
  const save = useSave(subject, isSaved)
  return (
    <Button {...pressing(save)} variant="secondary" className={className}>
      <Sign {...save} />
      {t(save.isPending ? pendingKey(save) : save.isSaved ? 'saving.isSaved' : 'saving.save')}
      <span className="sr-only">{subject.name}</span>
    </Button>
  )
}

/**
 * Icon only, with translations passed in, for lists of many rows. Raised above the link that covers
 * a row or a card.
 */
export function SaveIcon({ subject, isSaved, className, t }: What & Words) {
  const save = useSave(subject, isSaved)
  return (
    <button
      type="button"
      {...pressing(save)}
      aria-label={t('saving.saveThis', { name: subject.name })}
      title={t(save.isPending ? pendingKey(save) : save.isSaved ? 'saving.unsave' : 'saving.save')}
      className={buttonClass(
        'quiet',
        'icon',
        cn('relative z-1', !save.isSaved && 'text-muted', className),
      )}
    >
      <Sign {...save} />
    </button>
  )
}

const pendingKey = ({ isSaved }: SaveState) => (isSaved ? 'saving.saving' : 'saving.unsaving')

/** `data-save`: the key `s` presses this button in a row. */
const pressing = ({ isSaved, isPending, toggle }: SaveState) => ({
  onClick: toggle,
  'aria-pressed': isSaved,
  'aria-busy': isPending || undefined,
  'data-save': true,
})

const Sign = ({ isSaved, isPending }: SaveState) => (
  <LineIcon
    name="bookmark"
    isFull={isSaved}
    className={cn('size-4.5 shrink-0', isPending && 'opacity-50 motion-safe:animate-pulse')}
  />
)
