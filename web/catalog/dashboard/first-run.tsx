import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchQueryOf } from '#contracts/catalog/search-query.ts'
import { NO_CHOICE, writeChoice } from '#contracts/catalog/store-filters.ts'
import { type Facet, listFacets } from '#contracts/catalog/stores.ts'
import { endFirstRun, getToday } from '#contracts/catalog/today.ts'
import type { SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { savedSearchPath } from '#web/lib/navigation/search-path.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Chip, Segmented } from '#web/ui/choices.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { suggestName, useSearchChanges, useSearchFailure } from '#web/workspace/api.ts'

const purposes = ['research', 'leads'] as const
const mails = ['daily', 'never'] as const
const groups = ['country', 'category'] as const
type Group = (typeof groups)[number]
type Answers = {
  purpose: (typeof purposes)[number]
  mail: (typeof mails)[number]
} & Record<Group, readonly string[]>

/** As many values as fit into two lines. */
const OFFERED_VALUES = 8

/** Three questions that lead to a first saved search, and then what is worth knowing. */
export function FirstRun({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation('today')
  const [saved, setSaved] = useState<SavedSearch | null>(null)
  return (
    <section
      aria-label={t('firstRun.title')}
      className="rounded-lg border border-s-4 border-line border-s-sun bg-surface p-4 work:col-span-full"
    >
      {saved ? (
        <Tips search={saved} onEnd={onEnd} />
      ) : (
        <Questions onSaved={setSaved} onEnd={onEnd} />
      )}
    </section>
  )
}

type QuestionsProps = { onSaved: (search: SavedSearch) => void; onEnd: () => void }

function Questions({ onSaved, onEnd }: QuestionsProps) {
  const { t } = useTranslation('today')
  const [answers, setAnswers] = useState<Answers>({
    purpose: 'research',
    mail: 'daily',
    country: [],
    category: [],
  })
  const { save, isBusy } = useSaveAnswers(onSaved)
  const reload = useReload()
  const skip = useCall(endFirstRun, { onSettled: () => reload(getToday) })
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save(answers)
      }}
    >
      <h2 className="text-base font-semibold">{t('firstRun.title')}</h2>
      <div className="grid gap-x-10 gap-y-4 lg:grid-cols-[auto_minmax(0,1fr)]">
        <div className="grid content-start gap-4">
          <Question text={t('firstRun.purpose')}>
            <Segmented
              label={t('firstRun.purpose')}
              choices={purposes}
              value={answers.purpose}
              onChange={(purpose) => setAnswers({ ...answers, purpose })}
            >
              {(purpose) => t(`firstRun.${purpose}`)}
            </Segmented>
          </Question>
          <Question text={t('firstRun.mail')}>
            <Segmented
              label={t('firstRun.mail')}
              choices={mails}
              value={answers.mail}
              onChange={(mail) => setAnswers({ ...answers, mail })}
            >
              {(mail) => t(`firstRun.${mail}`)}
            </Segmented>
          </Question>
        </div>
        <Question text={t('firstRun.where')} hint={t('firstRun.whereHint')}>
          <Values answers={answers} onChange={setAnswers} />
        </Question>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" isBusy={isBusy}>
          {t('firstRun.submit')}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            skip.mutate({})
            onEnd()
          }}
        >
          {t('firstRun.skip')}
        </Button>
      </div>
    </form>
  )
}

type QuestionProps = { text: string; hint?: string; children: React.ReactNode }

const Question = ({ text, hint, children }: QuestionProps) => (
  <div className="grid content-start justify-items-start gap-2">
    <p className="text-sm font-semibold">
      {text} {hint && <span className="text-xs font-normal text-muted">{hint}</span>}
    </p>
    {children}
  </div>
)

type ValuesProps = { answers: Answers; onChange: (answers: Answers) => void }

/** The most frequent countries and categories of all stores. */
function Values({ answers, onChange }: ValuesProps) {
  const { data } = useQuery(q(listFacets, { query: { groups: groups.join() } }))
  if (!data) return <Bone className="h-22 w-full" />
  return groups.map((group) => {
    const facet = data.facets.find(({ key }) => key === group)
    return (
      facet && (
        <ValueChips
          key={group}
          facet={facet}
          chosen={answers[group]}
          onChange={(values) => onChange({ ...answers, [group]: values })}
        />
      )
    )
  })
}

type ValueChipsProps = {
  facet: Facet
  chosen: readonly string[]
  onChange: (values: readonly string[]) => void
}

function ValueChips({ facet: { key, options }, chosen, onChange }: ValueChipsProps) {
  const labels = useFilterLabels()
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value])
  return (
    <div role="group" aria-label={labels.name(key)} className="flex flex-wrap gap-1.5">
      {options.slice(0, OFFERED_VALUES).map(({ value, label }) => (
        <Chip
          key={value}
          label={labels.value(key, value, label)}
          isChosen={chosen.includes(value)}
          onChoose={() => toggle(value)}
        />
      ))}
    </div>
  )
}

/** Through the same call as the button that saves the filters of a list. */
function useSaveAnswers(onSaved: (search: SavedSearch) => void) {
  const { t } = useTranslation('list')
  const labels = useFilterLabels()
  const { create } = useSearchChanges()
  const fail = useSearchFailure()
  const reload = useReload()
  const [isBusy, setBusy] = useState(false)
  const save = async (answers: Answers) => {
    const view = answers.purpose === 'leads' ? 'leads' : 'stores'
    const query = searchQueryOf(new URLSearchParams(filtersOf(answers)))
    const name = suggestName(query, labels) || t(`searches.everything.${view}`)
    const report = { mails: answers.mail === 'daily', instant: false, webhooks: false }
    setBusy(true)
    try {
      onSaved(await create({ name, view, query, ...report }))
      await reload(getToday)
    } catch (error) {
      fail('save', error)
    }
    setBusy(false)
  }
  return { save, isBusy }
}

/** The chosen values as the address of the list writes them. */
export const filtersOf = (answers: Record<Group, readonly string[]>): Record<string, string> =>
  Object.fromEntries(
    groups
      .filter((group) => answers[group].length > 0)
      .map((group) => [group, writeChoice({ ...NO_CHOICE, include: answers[group] })]),
  )

const tips = ['palette', 'keys', 'evidence', 'save', 'export'] as const

function Tips({ search, onEnd }: { search: SavedSearch; onEnd: () => void }) {
  const { t } = useTranslation('today')
  return (
    <div className="grid gap-3">
      <h2 className="text-base font-semibold" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {t('firstRun.done', { name: search.name })}
      </h2>
      <p className="text-sm font-semibold text-muted">{t('firstRun.tipsTitle')}</p>
      <ol className="grid list-decimal gap-x-8 gap-y-1 ps-5 text-sm lg:grid-cols-2">
        {tips.map((tip) => (
          <li key={tip}>{t(`firstRun.tips.${tip}`)}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onEnd}>
          {t('firstRun.close')}
        </Button>
        <LinkButton to={savedSearchPath(search)} variant="secondary" size="sm">
          {t('firstRun.open')}
        </LinkButton>
      </div>
    </div>
  )
}
