import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { idOfSubject, savedChangesOf, type SaveFailure, type SaveSubject } from './saved-changes.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LineIcon } from '#web/ui/store/line-icon.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isApiError } from '#web/api/api-error.ts'
import { useServices } from '#web/lib/app/services.ts'
import { errorKeyOf } from '#web/lib/i18n/error-text.ts'
import { colonOf } from '#web/lib/i18n/language.ts'
import { languageOf } from '#web/lib/i18n/load-texts.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { notify, withdrawToasts } from '#web/lib/toast.ts'

type What = { subject: SaveSubject; isSaved: boolean; className?: string }
type Words = { t: TFunction<'components'> }

/** `icon` for rows and cards, where the label is for screen readers only. */
type Props = What & { variant?: 'full' | 'icon' }

/** It says at once that it is saving; once the server has answered, a toast offers an undo. */
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
 * With translations passed in, for lists of many rows. Above the link that covers a row or a card.
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

/** Saved changes of the signed-in account, without messages. */
export function useSavedChanges() {
  const client = useQueryClient()
  const session = useSession()
  return savedChangesOf(client, session.status === 'signed-in' ? session.user.id : '')
}

/** `isSaved`: what is shown. Reports the result, with an undo. */
function useSetSaved() {
  const changes = useSavedChanges()
  // Texts are looked up on use, because every row has this hook.
  const { i18n } = useServices()
  const texts = () => i18n.getFixedT(null, ['components', 'errors'])
  const aboutOf = (subject: SaveSubject) => `saved:${idOfSubject(subject)}`

  function fail(subject: SaveSubject, { wanted, isGone, error }: SaveFailure): void {
    const t = texts()
    const verb = wanted ? 'save' : 'unsave'
    const { message, statusText } = isApiError(error) ? error : NO_WORDS
    const colon = colonOf(languageOf(i18n))
    notify({
      kind: isGone ? 'info' : 'error',
      subject: aboutOf(subject),
      title: `${t(`components:saving.failed.${verb}.${subject.kind}`)}${statusText && colon + statusText}`,
      description: `${subject.name}${colon}${message || t(`errors:${errorKeyOf(error)}`)}`,
    })
  }

  function confirm(subject: SaveSubject, wanted: boolean): void {
    const t = texts()
    notify({
      kind: 'success',
      subject: aboutOf(subject),
      title: t(wanted ? 'components:saving.saved' : 'components:saving.unsaved'),
      description: subject.name,
      action: { label: t('components:saving.undo'), run: () => setSaved(subject, wanted, !wanted) },
    })
  }

  function setSaved(subject: SaveSubject, isSaved: boolean, wanted: boolean): void {
    withdrawToasts(aboutOf(subject))
    void changes.setSaved(subject, wanted, {
      isSaved,
      onDone: () => confirm(subject, wanted),
      onFailure: (failure) => fail(subject, failure),
    })
  }
  return setSaved
}

const NO_WORDS = { message: '', statusText: '' }

type SaveState = ReturnType<typeof useSave>

export function useSave(subject: SaveSubject, isSaved: boolean) {
  const changes = useSavedChanges()
  const setSaved = useSetSaved()
  const id = idOfSubject(subject)
  const pending = useSyncExternalStore(
    changes.subscribe,
    () => changes.pendingOf(id),
    () => undefined,
  )
  const isShown = pending ?? isSaved
  return {
    /** The desired state while the change is on its way, otherwise the stored one. */
    isSaved: isShown,
    isPending: pending !== undefined,
    toggle: () => setSaved(subject, isShown, !isShown),
  }
}
