import { useQuery } from '@tanstack/react-query'
import { ListMinus, ListPlus, type LucideIcon, SquareKanban, Tag } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Stage } from '#contracts/workspace/leads.ts'
import { listLists, type StoreList } from '#contracts/workspace/lists.ts'
import { listSavedTags } from '#contracts/workspace/saved.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { StageList, useStages } from '#web/workspace/leads/stages.tsx'
import { closeAround, NameForm, NewList } from '#web/workspace/lists/name-form.tsx'
import { addTags } from '#web/workspace/saved/tags-field.tsx'
import { barButton } from './bar-button.tsx'

type PanelProps = {
  name: 'tag' | 'stage' | 'list'
  Icon: LucideIcon
  isOff: boolean
  className: string
  children: ReactNode
}

function ChoicePanel({ name, Icon, isOff, className, children }: PanelProps) {
  const { t } = useTranslation('bulk')
  const label = t(`act.${name}`)
  return (
    <Popover label={label} className={className} button={barButton({ Icon, name, label, isOff })}>
      {children}
    </Popover>
  )
}

type TagProps = { isOff: boolean; onChoose: (tags: string[]) => void }

export const TagChoice = ({ isOff, onChoose }: TagProps) => (
  <ChoicePanel name="tag" Icon={Tag} isOff={isOff} className="w-72">
    <TagForm onChoose={onChoose} />
  </ChoicePanel>
)

/** Several tags are separated by commas. */
function TagForm({ onChoose }: Pick<TagProps, 'onChoose'>) {
  const { t } = useTranslation(['bulk', 'errors'])
  const { data } = useQuery(q(listSavedTags, {}))
  const suggestions = useId()
  return (
    <>
      <datalist id={suggestions}>
        {data?.tags.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <NameForm
        label={t('tagLabel')}
        list={suggestions}
        submit={t('act.tag')}
        onSubmit={(text) => {
          const outcome = addTags([], text)
          if (outcome.kind === 'refused') return t(`errors:${outcome.problem}`)
          if (outcome.kind === 'added') onChoose(outcome.tags)
          return null
        }}
      />
    </>
  )
}

type StageProps = { isOff: boolean; onChoose: (stage: Stage | null) => void }

/** The stage that makes the stores leads, or ends that. */
export const StageChoice = ({ isOff, onChoose }: StageProps) => (
  <ChoicePanel name="stage" Icon={SquareKanban} isOff={isOff} className="w-60">
    <Stages onChoose={onChoose} />
  </ChoicePanel>
)

function Stages({ onChoose }: Pick<StageProps, 'onChoose'>) {
  const { t } = useTranslation('bulk')
  const stages = useStages().data?.stages ?? []
  const panel = useRef<HTMLDivElement>(null)
  const isLoaded = stages.length > 0
  // A panel that opens before them has nothing to focus.
  useEffect(() => {
    if (isLoaded) panel.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [isLoaded])
  const choose = (stage: Stage | null) => {
    onChoose(stage)
    if (panel.current) closeAround(panel.current)
  }
  return (
    <div ref={panel} className="grid gap-1">
      <StageList stages={stages} onChoose={choose} />
      <button
        type="button"
        onClick={() => choose(null)}
        className={buttonClass('quiet', 'sm', 'justify-start! px-2! font-normal! text-muted')}
      >
        {t('stages.end')}
      </button>
    </div>
  )
}

type Chosen = Pick<StoreList, 'id' | 'name'>
type ListProps = { isOff: boolean; onChoose: (list: Chosen, on: boolean) => void }

export const ListChoice = ({ isOff, onChoose }: ListProps) => (
  <ChoicePanel name="list" Icon={ListPlus} isOff={isOff} className="w-72">
    <Lists onChoose={onChoose} />
  </ChoicePanel>
)

function Lists({ onChoose }: Pick<ListProps, 'onChoose'>) {
  const { t } = useTranslation('bulk')
  const formats = useFormats()
  const lists = useQuery(q(listLists, {})).data?.lists ?? []
  return (
    <div className="grid gap-2">
      {lists.length > 0 && (
        <ul aria-label={t('lists')} className="grid max-h-64 overflow-y-auto">
          {lists.map((list) => (
            <li key={list.id} className="flex items-center">
              <button
                type="button"
                onClick={({ currentTarget }) => {
                  onChoose(list, true)
                  closeAround(currentTarget)
                }}
                className={buttonClass(
                  'quiet',
                  'sm',
                  'min-w-0 flex-1 justify-between! font-normal!',
                )}
              >
                <span className="min-w-0 truncate">{list.name}</span>
                <span className="text-muted tabular-nums">{formats.number(list.stores)}</span>
              </button>
              <button
                type="button"
                aria-label={t('removeFrom', { name: list.name })}
                title={t('removeFrom', { name: list.name })}
                onClick={({ currentTarget }) => {
                  onChoose(list, false)
                  closeAround(currentTarget)
                }}
                className={buttonClass('quiet', 'icon', 'size-9!')}
              >
                <ListMinus className="size-4" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <NewList onCreate={(list) => onChoose(list, true)} />
    </div>
  )
}
