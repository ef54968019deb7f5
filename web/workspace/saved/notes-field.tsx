import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoreId } from '#contracts/ids.ts'
import { listSavedStores, MAX_NOTES } from '#contracts/workspace/saved.ts'
import { q } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import { paths } from '#web/paths.ts'
import { useFailureText } from '#web/ui/form/form-call.tsx'
import { ListChoice } from '#web/workspace/bulk/bulk-choices.tsx'
import { useBulk } from '#web/workspace/bulk/use-bulk.ts'
import { editSaved } from './edit-saved.ts'
import { useSave } from './save-button.tsx'
import { kindOf, nameOf, type SavedItem } from './saved-address.ts'
import { TagsField } from './tags-field.tsx'

type State =
  | { kind: 'rest' }
  | { kind: 'saving' }
  | { kind: 'saved' }
  | { kind: 'failed'; reason: string }

const CONFIRMED_MS = 2_500

/** Editable in place; saves on blur. If saving fails, the field keeps the text. */
export function NotesField({ item }: { item: SavedItem }) {
  const { t } = useTranslation('saved')
  const { text, state, write, save } = useNotes(item)
  const statusId = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.blur()
  }
  return (
    <div className="grid grid-cols-1 gap-1">
      <textarea
        aria-label={t('notes.label', { name: nameOf(item) })}
        aria-describedby={statusId}
        aria-invalid={state.kind === 'failed' || undefined}
        placeholder={t('notes.placeholder')}
        value={text}
        rows={text ? 2 : 1}
        onChange={(event) => write(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-80 min-h-10 w-full resize-y supports-[field-sizing:content]:resize-none rounded-md border border-transparent bg-sunken px-3 py-2 text-base text-ink placeholder:text-muted hover:border-control focus:border-control aria-invalid:border-bad pointer-coarse:min-h-11 sm:text-sm"
      />
      <NoteStatus id={statusId} text={text} state={state} onRetry={() => void save()} />
    </div>
  )
}

function useNotes(item: SavedItem) {
  const client = useQueryClient()
  const { t } = useTranslation(['saved', 'errors'])
  const failureText = useFailureText()
  const key = `${kindOf(item)}:${item.id}`
  const [draft, setDraft] = useState(() => drafts.get(key))
  const [state, setState] = useState<State>({ kind: 'rest' })
  const text = draft ?? item.notes

  useEffect(() => {
    if (state.kind !== 'saved') return
    const timer = setTimeout(() => setState({ kind: 'rest' }), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [state])

  function changeDraft(next: string | null): void {
    if (next === null) drafts.delete(key)
    else drafts.set(key, next)
    setDraft(next ?? undefined)
  }
  async function save(): Promise<void> {
    const draftText = drafts.get(key)
    if (draftText === undefined) return
    if (draftText === item.notes) {
      changeDraft(null)
      return setState({ kind: 'rest' })
    }
    if (draftText.length > MAX_NOTES)
      return setState({ kind: 'failed', reason: t('errors:notes_too_long') })
    setState({ kind: 'saving' })
    try {
      await editSaved(client, item, { notes: draftText })
      // If the user has typed more in the meantime, leaving the field saves the newer text.
      if (drafts.get(key) === draftText) changeDraft(null)
      setState({ kind: 'saved' })
    } catch (error) {
      setState({ kind: 'failed', reason: failureText(error) })
    }
  }
  return {
    text,
    state: state.kind === 'rest' && draft !== undefined && draft !== item.notes ? UNSAVED : state,
    save,
    write(next: string) {
      changeDraft(next === item.notes ? null : next)
      setState({ kind: 'rest' })
    },
  }
}

const UNSAVED = { kind: 'dirty' } as const

type StatusProps = { id: string; text: string; state: State | typeof UNSAVED; onRetry: () => void }

function NoteStatus({ id, text, state, onRetry }: StatusProps) {
  const { t } = useTranslation(['saved', 'common', 'errors'])
  const tooMany = text.length - MAX_NOTES
  return (
    <p
      id={id}
      role="status"
      className={cn(
        'flex flex-wrap items-center gap-x-2 px-1 text-xs empty:hidden',
        state.kind === 'failed' || tooMany > 0 ? 'text-bad' : 'text-muted',
      )}
    >
      {tooMany > 0 && t('notes.left', { count: tooMany })}
      {tooMany <= 0 && state.kind === 'dirty' && t('notes.waiting')}
      {state.kind === 'saving' && t('common:saving')}
      {state.kind === 'saved' && (
        <span className="inline-flex items-center gap-1 text-good">
          <Check className="size-3.5" aria-hidden />
          {t('notes.saved')}
        </span>
      )}
      {state.kind === 'failed' && (
        <>
          <span className="inline-flex min-w-0 items-start gap-1">
            <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
            {t('notes.failed', { reason: state.reason })}
          </span>
          <button type="button" onClick={onRetry} className="link min-h-6 font-semibold">
            {t('errors:retry')}
          </button>
        </>
      )}
    </p>
  )
}

/** They outlive their field, so that they survive a change of the list or a failed save. */
const drafts = new Map<string, string>()

export const hasDrafts = (): boolean => drafts.size > 0

type Props = { storeId: StoreId; name: string; isSaved: boolean }

/** Notes, tags and lists beside the button that saved the store; nothing while it is not saved. */
export function OwnNotes({ storeId, name, isSaved }: Props) {
  const save = useSave({ kind: 'store', storeId, name }, isSaved)
  const { run, isRunning } = useBulk(() => ({ storeIds: [storeId] }))
  const isKept = save.isSaved && !save.isPending
  const { data } = useQuery({
    ...q(listSavedStores, { query: { store: String(storeId) } }),
    enabled: isKept,
    // A store that is saved again has lost its notes.
    staleTime: 0,
  })
  const [item] = data?.content ?? []
  if (!isKept || item?.storeId !== storeId) return null
  return (
    <div className="grid basis-full gap-2 @min-[46rem]:grid-cols-2 @min-[46rem]:items-start">
      <NotesField item={item} />
      <div className="flex flex-wrap items-center gap-2">
        <TagsField item={item} listPath={paths.saved()} />
        <ListChoice
          isOff={isRunning}
          onChoose={({ id, name }, on) => void run({ kind: 'list', list: id, on }, name)}
        />
      </div>
    </div>
  )
}
