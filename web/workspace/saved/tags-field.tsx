import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { isTag, MAX_TAGS, tidyTag, uniqueTags } from '#contracts/workspace/saved.ts'
import { cn } from '#web/lib/cn.ts'
import { useEditSaved } from './edit-saved.ts'
import { nameOf, NOT_NARROWED, type SavedItem, withSaved } from './saved-address.ts'

type FieldProps = {
  item: SavedItem
  /** Of the list of saved items; without it the current page is that list. */
  listPath?: string
}

/** The entry's tags, each linking to all entries with that tag, and a field to add more. */
export function TagsField({ item, listPath }: FieldProps) {
  const { t } = useTranslation('saved')
  const { edit, isSending } = useEditSaved()
  const name = nameOf(item)
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {item.tags.length > 0 && (
        <ul
          aria-label={t('tags.label', { name })}
          aria-busy={isSending || undefined}
          // A variant by `aria-busy` for children would restyle all below anything busy.
          className={cn('contents', isSending && '*:opacity-50')}
        >
          {item.tags.map((tag) => (
            <TagChip
              key={tag}
              tag={tag}
              name={name}
              listPath={listPath}
              onRemove={() => void edit(item, { tags: item.tags.filter((each) => each !== tag) })}
            />
          ))}
        </ul>
      )}
      <TagInput
        label={t('tags.addTo', { name })}
        tags={item.tags}
        onAdd={(tags) => void edit(item, { tags })}
      />
    </div>
  )
}

type ChipProps = { tag: string; name: string; listPath: string | undefined; onRemove: () => void }

function TagChip({ tag, name, listPath, onRemove }: ChipProps) {
  const { t } = useTranslation('saved')
  const [params] = useSearchParams()
  const narrowed = withSaved(listPath ? new URLSearchParams() : params, { ...NOT_NARROWED, tag })
  return (
    <li className="inline-flex max-w-full items-center rounded-full bg-sunken text-sm">
      <Link
        to={{ ...(listPath && { pathname: listPath }), search: narrowed.toString() }}
        aria-label={t('tags.show', { tag })}
        className="min-w-0 truncate rounded-full py-1 ps-3 hover:underline pointer-coarse:py-2.5"
      >
        {tag}
      </Link>
      <button
        type="button"
        onClick={onRemove}
        aria-label={t('tags.remove', { tag, name })}
        className="grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-ink pointer-coarse:size-11"
      >
        <X className="size-3.5" aria-hidden />
      </button>
    </li>
  )
}

type InputProps = { label: string; tags: readonly string[]; onAdd: (tags: string[]) => void }

/** Enter, a comma or leaving the field adds the typed tag; commas separate several tags. */
export function TagInput({ label, tags, onAdd }: InputProps) {
  const { t } = useTranslation(['saved', 'errors'])
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<'invalid_tag' | 'too_many_tags' | null>(null)
  const add = (written: string) => {
    const outcome = addTags(tags, written)
    if (outcome.kind === 'refused') return setProblem(outcome.problem)
    setProblem(null)
    setText('')
    if (outcome.kind === 'added') onAdd(outcome.tags)
  }
  const write = (written: string) => {
    setProblem(null)
    if (written.includes(',')) add(written)
    else setText(written)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Escape') {
      setText('')
      setProblem(null)
    }
  }
  return (
    <span className="inline-flex max-w-full min-w-0 flex-wrap items-center gap-x-2">
      <span className="relative inline-flex items-center">
        <Plus className="pointer-events-none absolute start-2 size-3.5 text-muted" aria-hidden />
        <input
          aria-label={label}
          aria-invalid={problem !== null || undefined}
          placeholder={t('saved:tags.add')}
          list={TAG_LIST_ID}
          autoComplete="off"
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => add(text)}
          className="field-sizing-content max-w-full min-w-32 rounded-full border border-dashed border-control bg-transparent py-0.5 ps-7 pe-3 text-base placeholder:text-muted hover:border-ink aria-invalid:border-bad pointer-coarse:min-h-11 sm:text-sm"
        />
      </span>
      {problem && (
        <span role="alert" className="text-xs text-bad">
          {t(`errors:${problem}`)}
        </span>
      )}
    </span>
  )
}

const TAG_LIST_ID = 'saved-tags'

/** Rendered once per page: the suggestions that all tag fields share. */
export const TagSuggestions = ({ tags }: { tags: readonly string[] }) => (
  <datalist id={TAG_LIST_ID}>
    {tags.map((tag) => (
      <option key={tag} value={tag}>
        {tag}
      </option>
    ))}
  </datalist>
)

type AddedTags =
  | { kind: 'added'; tags: string[] }
  /** The input adds no new tag. */
  | { kind: 'same' }
  | { kind: 'refused'; problem: 'invalid_tag' | 'too_many_tags' }

/** Adds the typed tags, which may be several separated by commas. */
export function addTags(tags: readonly string[], written: string): AddedTags {
  const fresh = written.split(',').map(tidyTag).filter(Boolean)
  if (!fresh.every(isTag)) return { kind: 'refused', problem: 'invalid_tag' }
  const next = uniqueTags([...tags, ...fresh])
  if (next.length === tags.length) return { kind: 'same' }
  return next.length > MAX_TAGS
    ? { kind: 'refused', problem: 'too_many_tags' }
    : { kind: 'added', tags: next }
}
