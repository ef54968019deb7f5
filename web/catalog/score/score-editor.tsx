import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { MAX_PROFILE_TEXT, profileOf, writeProfile } from '#contracts/catalog/score-profile.ts'
import type { StoresQuery } from '#web/catalog/list/list-address.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useScoreWords } from '#web/lib/i18n/score-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/choices.tsx'
import { Loaded, Skeleton, StaleNote } from '#web/ui/feedback/loaded.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { UnsavedWarning } from '#web/ui/unsaved-warning.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { type Draft, draftOf, profileIn } from './draft.ts'
import { RankedList, type Ranking, useRanking } from './ranked-list.tsx'
import { LearnNames, useValueNames } from './settings/value-picker.tsx'
import { WeightsPanel } from './weights-panel.tsx'

const parts = ['weights', 'list'] as const
type Part = (typeof parts)[number]

/** Where the profile is kept: in a saved search, or only in the address of the list. */
type Keeping = {
  /** How many profiles there are, if the place is a saved search. */
  note: string | null
  /** Why it cannot be kept there; null = it can. */
  refusal: React.ReactNode
  /** The button for a profile that is in this text. */
  keep: (profile: string, onKept: () => void) => React.ReactNode
  /** Nothing is lost where nothing is kept. */
  isLossy: boolean
}

type Props = {
  stores: StoresQuery
  /** The list of these stores, by the profile of this text. */
  back: { name: string; to: string; toWith: (profile: string) => string }
  /** The profile that is kept, as text. */
  saved: string
  keeping: Keeping
}

/** The weights of a profile, and beside them what they do to the list. */
export function ScoreEditor({ stores, back, saved, keeping }: Props) {
  const { t } = useTranslation('score')
  const editing = useDraft(saved)
  const { draft, profile, text, setDraft } = editing
  const { nameOf, learn } = useValueNames(profile)
  const words = useScoreWords(nameOf)
  const ranking = useRanking(stores, saved, text)
  const [part, setPart] = usePart()
  const isDirty = text !== saved
  return (
    <LearnNames value={learn}>
      {isDirty && keeping.isLossy && <UnsavedWarning isDirty />}
      <WorkBar
        actions={
          <>
            <Tally isDirty={isDirty} ranking={ranking} />
            <span className="work:hidden [&_label]:min-h-8!">
              <Segmented
                isSmall
                label={t('parts.label')}
                choices={parts}
                value={part}
                onChange={setPart}
              >
                {(each) => t(`parts.${each}`)}
              </Segmented>
            </span>
            <Button
              variant="quiet"
              size="sm"
              disabled={!isDirty}
              className="max-work:hidden"
              onClick={() => setDraft(draftOf(profileOf(saved)))}
            >
              {t('discard')}
            </Button>
            {keeping.keep(text, () => setDraft(draftOf(profile)))}
          </>
        }
      >
        <Link to={back.to} className={BACK} title={t('back', { name: back.name })}>
          <ChevronLeft className="size-4 shrink-0" aria-hidden />
          <span className="truncate max-work:sr-only">{back.name}</span>
        </Link>
        <h1 className="text-base font-semibold tracking-[-0.015em]">{t('title')}</h1>
        {keeping.note && <p className="text-xs text-faint max-xl:hidden">{keeping.note}</p>}
      </WorkBar>
      <div className="flex items-start">
        <div className={cn('contents', part === 'list' && 'max-work:hidden')}>
          <WeightsPanel
            draft={draft}
            words={words}
            rows={ranking.rows}
            problem={editing.problem}
            refusal={keeping.refusal}
            onChange={editing.change}
            onProblem={editing.setProblem}
          />
        </div>
        <section
          id="results"
          aria-label={t('parts.list')}
          className={cn(
            '@container/results min-h-[calc(100dvh-var(--spacing-below)-var(--spacing-foot))] min-w-0 flex-1 bg-surface',
            part === 'weights' && 'max-work:hidden',
          )}
        >
          <Results
            ranking={ranking}
            words={words}
            nameOf={nameOf}
            all={back.toWith(text)}
            hidesContacted={stores.contacted === '-yes'}
          />
        </section>
      </div>
    </LearnNames>
  )
}

const BACK =
  'inline-flex min-h-9 min-w-0 items-center gap-1.5 text-sm font-medium hover:underline max-work:pe-2 pointer-coarse:min-h-11'

function useDraft(saved: string) {
  const { t } = useTranslation('score')
  const [draft, setDraft] = useState<Draft>(() => draftOf(profileOf(saved)))
  const [problem, setProblem] = useState('')
  const profile = profileIn(draft)
  const change = (next: Draft) => {
    if (writeProfile(profileIn(next)).length > MAX_PROFILE_TEXT)
      return setProblem(t('settings.tooLong'))
    setDraft(next)
  }
  return { draft, profile, text: writeProfile(profile), setDraft, change, problem, setProblem }
}

/** In the address, so that a phone that loads the page again shows the same part. */
function usePart(): [Part, (part: Part) => void] {
  const [params, setParams] = useSearchParams()
  const set = (part: Part) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (part === 'list') next.set('part', part)
        else next.delete('part')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return [params.get('part') === 'list' ? 'list' : 'weights', set]
}

/** What is not saved yet, and how much of the list it moves. */
function Tally({ isDirty, ranking: { rows } }: { isDirty: boolean; ranking: Ranking }) {
  const { t } = useTranslation('score')
  const formats = useFormats()
  const moved = rows.filter((row) => row.moved !== 0).length
  return (
    <p role="status" className="me-1 text-xs whitespace-nowrap text-muted max-lg:sr-only">
      {isDirty &&
        (rows.length === 0
          ? t('unsaved')
          : t('moved', { moved: formats.number(moved), total: formats.number(rows.length) }))}
    </p>
  )
}

type ResultsProps = Pick<React.ComponentProps<typeof RankedList>, 'words' | 'nameOf'> & {
  ranking: Ranking
  /** The whole list. */
  all: string
  hidesContacted: boolean
}

function Results({ ranking, all, hidesContacted, words, nameOf }: ResultsProps) {
  const { t } = useTranslation('score')
  const { query, rows } = ranking
  return (
    <Loaded
      query={query}
      title={t('list.failed')}
      skeleton={<Skeleton className="grid gap-2 p-pad" bones={['h-8', 'h-8', 'h-8', 'h-8']} />}
      empty={() =>
        rows.length === 0 && (
          <EmptyState title={t('list.empty.title')}>{t('list.empty.text')}</EmptyState>
        )
      }
    >
      {({ totalElements }) => (
        <>
          <StaleNote query={query} />
          <div aria-busy={query.isPlaceholderData}>
            <RankedList rows={rows} total={totalElements} words={words} nameOf={nameOf} />
          </div>
          <p className="flex flex-wrap items-center gap-x-4 px-pad py-3 text-xs text-faint">
            {hidesContacted && <span>{t('list.contacted')}</span>}
            {t('list.ties')}
            <Link to={all} className="link inline-flex min-h-6 items-center">
              {t('list.open')}
            </Link>
          </p>
        </>
      )}
    </Loaded>
  )
}
