import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysBetween } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { Brief, BriefMatch } from '#contracts/workspace/brief.ts'
import { changeStores, undoChange } from '#contracts/workspace/bulk.ts'
import { getLead, listStages } from '#contracts/workspace/leads.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import {
  ActionButton,
  BRIEF_LINES,
  BriefGroup,
  BriefLine,
  GroupButton,
  GroupLink,
  Plate,
  useDealtWith,
} from './brief-group.tsx'
import { useZonedTime } from './zoned-time.ts'

/** New stores of the saved searches, the highest score first; each becomes a lead by one press. */
export function Matches({ brief: { matches, counts, leftOut } }: { brief: Brief }) {
  const { t } = useTranslation(['brief', 'list'])
  const formats = useFormats()
  const [isWhole, setWhole] = useState(false)
  const takeOver = useTakeOver()
  const { lines, deal, undo } = useDealtWith<StoreId>()
  if (matches.length + leftOut === 0) return null
  const shown = isWhole ? matches : matches.slice(0, BRIEF_LINES)
  return (
    <BriefGroup
      title={t('matches.title')}
      count={counts.matches}
      note={t('matches.note')}
      more={
        matches.length > shown.length && (
          <GroupButton onClick={() => setWhole(true)}>
            {t(counts.matches > matches.length ? 'matches.top' : 'all', {
              total: formats.number(matches.length),
            })}
          </GroupButton>
        )
      }
    >
      {shown.map((match) => {
        const { id, name } = match.store
        const dealt = lines.get(id)
        return (
          <MatchLine key={id} match={match} isDone={dealt !== undefined}>
            {dealt ? (
              <ActionButton
                of={name}
                isQuiet
                isBusy={dealt.undo === null}
                onClick={() => void undo(id)}
              >
                {t('undo')}
              </ActionButton>
            ) : (
              <ActionButton of={name} onClick={() => void deal(id, () => takeOver(id))}>
                {t('list:filter.stage.options.toContact')}
              </ActionButton>
            )}
          </MatchLine>
        )
      })}
      {leftOut > 0 && (
        <li className="flex min-h-8 items-center gap-1 ps-4 pe-2 text-xs text-faint max-work:ps-3">
          {t('list:contacted.leftOut', formats.counted(leftOut))}
          <GroupLink to={paths.leads(LATEST)}>{t('list:contacted.show')}</GroupLink>
        </li>
      )}
    </BriefGroup>
  )
}

/** Stores that are left out are among the own leads. */
const LATEST = { view: 'table', sortBy: 'movedAt', sortDirection: 'DESC' }

/** @returns what makes a store a lead in the first stage, and resolves to what takes that back */
function useTakeOver() {
  const client = useQueryClient()
  const reload = useReload()
  const change = useCall(changeStores)
  const undoing = useCall(undoChange)
  const setStage = async (storeId: StoreId, stage: string | null) => {
    const body = { target: { storeIds: [storeId] }, action: { kind: 'stage' as const, stage } }
    const { undo } = await change.mutateAsync({ body })
    void reload(getLead, listStages)
    return undo
  }
  return async (storeId: StoreId) => {
    const { stages } = await client.fetchQuery(q(listStages, { query: {} }))
    const first = stages.find(({ isContacted }) => !isContacted) ?? stages[0]
    const undo = await setStage(storeId, first?.key ?? 'toContact')
    // After its minute the lead ends, and its store stays saved.
    return () =>
      undo && new Date(undo.until) > new Date()
        ? undoing.mutateAsync({ params: { id: undo.id } })
        : setStage(storeId, null)
  }
}

/** From here on a score has the colour of the sun. */
const HIGH_POINTS = 80

type LineProps = { match: BriefMatch; isDone: boolean; children: React.ReactNode }

function MatchLine({ match, isDone, children }: LineProps) {
  const { t } = useTranslation('brief')
  const { store, points, known } = match
  const score = t('matches.score', { points, known })
  return (
    <BriefLine
      sign={
        <span
          role="img"
          aria-label={score}
          title={score}
          className={cn(
            'min-w-6.5 rounded-sm px-1 text-center text-xs font-semibold',
            points >= HIGH_POINTS ? 'bg-sun-wash text-sun-ink' : 'text-muted',
          )}
        >
          {points}
        </span>
      }
      isDone={isDone}
      to={paths.listStore(store.slug)}
      name={store.name}
      text={useSpeaksFor(match)}
      aside={store.country && <Plate country={store.country} />}
      action={children}
    />
  )
}

/** What a line has room for. */
const MOST_PARTS = 3

/** Business mailbox, Loox, opened yesterday. */
function useSpeaksFor({ speaksFor, store }: BriefMatch): string {
  const { t } = useTranslation(['brief', 'store-details', 'list'])
  const time = useZonedTime()
  const { emailKind, app, launchDate } = speaksFor
  return [
    emailKind && t(`store-details:emailKind.${emailKind}`),
    app,
    launchDate && t('matches.opened', { when: time.ago(daysBetween(launchDate, time.today) - 1) }),
    store.category && t(`list:filter.category.options.${store.category}`),
  ]
    .filter(Boolean)
    .slice(0, MOST_PARTS)
    .join(', ')
}
