import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  getLead,
  listLeads,
  listStages,
  MAX_STAGE_NAME,
  putStages,
  type Stage,
} from '#contracts/workspace/leads.ts'
import { isBuiltInStage } from '#contracts/workspace/stage-keys.ts'
import { useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Bone, Loaded } from '#web/ui/feedback/loaded.tsx'
import { FormFailure } from '#web/ui/form/form-call.tsx'
import { Checkbox, Field, Input, Select } from '#web/ui/form/form-controls.tsx'
import { OrderList } from '#web/ui/form/order-list.tsx'
import { useStages } from './stages.tsx'

/** Rename, order, add and delete stages; all of it is stored at once. */
export function StageManager({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('leads')
  return (
    <Dialog title={t('manager.title')} description={t('manager.text')} onClose={onClose}>
      <Loaded query={useStages()} skeleton={<Bone className="h-72" />}>
        {({ stages, limit }) => <StageForm stages={stages} limit={limit} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

/** `key`: of a new stage, one of our own until it is stored. `leads` must have a stage. */
type Draft = { key: string; isNew: boolean; name: string; isContacted: boolean; leads: number }
type FormProps = { stages: readonly Stage[]; limit: number; onClose: () => void }

function StageForm({ stages, limit, onClose }: FormProps) {
  const { t } = useTranslation(['leads', 'list'])
  const formats = useFormats()
  const reload = useReload()
  const call = useCall(putStages)
  const [drafts, setDrafts] = useState(() => stages.map(draftOf))
  const [moved, setMoved] = useState<Record<string, string>>({})
  const [asked, setAsked] = useState<Draft | null>(null)
  const wordOf = ({ key }: Draft) =>
    isBuiltInStage(key) ? t(`list:filter.stage.options.${key}`) : ''
  const nameOf = (draft: Draft) => draft.name.trim() || wordOf(draft)
  const change = (key: string, edit: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...edit } : draft)))
  const remove = (key: string, into?: string) => {
    setAsked(null)
    setDrafts(drafts.filter((draft) => draft.key !== key))
    // Leads that were to move into the deleted stage follow its own leads.
    const redirected = Object.fromEntries(
      Object.entries(moved).map(([from, to]) => [from, to === key ? (into ?? to) : to]),
    )
    setMoved(into === undefined ? redirected : { ...redirected, [key]: into })
  }
  const add = () => setDrafts([...drafts, { ...NO_DRAFT, key: crypto.randomUUID() }])
  const isNameless = drafts.some((draft) => nameOf(draft) === '')
  const save = async () => {
    await call.mutateAsync({ body: bodyOf(drafts, moved) })
    void reload(listStages, listLeads, getLead)
    notify({ kind: 'success', subject: 'stages', title: t('leads:manager.saved') })
    onClose()
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isNameless) void save().catch(() => undefined)
      }}
    >
      <OrderList
        items={drafts.map(({ key }) => key)}
        nameOf={(key) => nameOf(drafts.find((draft) => draft.key === key) ?? NO_DRAFT)}
        onChange={(keys) =>
          setDrafts(keys.flatMap((key) => drafts.find((draft) => draft.key === key) ?? []))
        }
      >
        {(key) => {
          const draft = drafts.find((each) => each.key === key) ?? NO_DRAFT
          return (
            <StageLine
              draft={draft}
              word={wordOf(draft)}
              isOnly={drafts.length === 1}
              onChange={(edit) => change(key, edit)}
              onDelete={() => (draft.leads > 0 ? setAsked(draft) : remove(key))}
            />
          )
        }}
      </OrderList>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button variant="quiet" size="sm" disabled={drafts.length >= limit} onClick={add}>
          <Plus className="size-4" aria-hidden />
          {t('leads:manager.add')}
        </Button>
        <p className="text-xs text-muted">
          {t('leads:manager.used', { count: drafts.length, most: formats.number(limit) })}
        </p>
      </div>
      {isNameless && <p className="text-sm text-muted">{t('leads:manager.nameless')}</p>}
      <FormFailure error={call.error} />
      {asked && (
        <MoveQuestion
          draft={asked}
          name={nameOf(asked)}
          others={drafts.filter(({ key, isNew }) => key !== asked.key && !isNew)}
          nameOf={nameOf}
          onAnswer={(into) => remove(asked.key, into)}
          onCancel={() => setAsked(null)}
        />
      )}
      <DialogButtons cancel={{ onCancel: onClose }}>
        <Button type="submit" disabled={isNameless || asked !== null} isBusy={call.isPending}>
          {t('leads:step.save')}
        </Button>
      </DialogButtons>
    </form>
  )
}

const NO_DRAFT: Draft = { key: '', isNew: true, name: '', isContacted: true, leads: 0 }

const draftOf = ({ key, name, isContacted, leads }: Stage): Draft => ({
  key,
  isNew: false,
  name: name ?? '',
  isContacted,
  leads,
})

const bodyOf = (drafts: readonly Draft[], moved: Record<string, string>) => ({
  stages: drafts.map(({ key, isNew, name, isContacted }) => ({
    ...(!isNew && { key }),
    name: name.trim() || null,
    isContacted,
  })),
  moved,
})

type LineProps = {
  draft: Draft
  /** What a built-in stage is called as long as it has no other name. */
  word: string
  isOnly: boolean
  onChange: (edit: Partial<Draft>) => void
  onDelete: () => void
}

function StageLine({ draft, word, isOnly, onChange, onDelete }: LineProps) {
  const { t } = useTranslation('leads')
  const name = draft.name || word || t('manager.new')
  return (
    <div className="grid min-w-0 flex-1 gap-1 py-1.5">
      <span className="flex items-center gap-1">
        <Input
          aria-label={t('manager.name', { name })}
          value={draft.name}
          placeholder={word || t('manager.new')}
          maxLength={MAX_STAGE_NAME}
          autoComplete="off"
          onChange={({ target }) => onChange({ name: target.value })}
          className="min-h-9! min-w-0 text-sm!"
        />
        <Button
          variant="quiet"
          size="icon"
          className="size-8! pointer-coarse:size-11!"
          aria-label={t('manager.delete', { name })}
          title={t('manager.delete', { name })}
          disabled={isOnly}
          onClick={onDelete}
        >
          <Trash2 className="size-4" aria-hidden />
        </Button>
      </span>
      <Checkbox
        label={t('manager.contacted')}
        checked={draft.isContacted}
        onChange={({ target }) => onChange({ isContacted: target.checked })}
        className="text-xs! text-muted"
      />
    </div>
  )
}

type QuestionProps = {
  draft: Draft
  name: string
  others: readonly Draft[]
  nameOf: (draft: Draft) => string
  onAnswer: (into: string) => void
  onCancel: () => void
}

/** Deleting a stage moves its leads to another stage. */
function MoveQuestion({ draft, name, others, nameOf, onAnswer, onCancel }: QuestionProps) {
  const { t } = useTranslation(['leads', 'components'])
  const formats = useFormats()
  const [into, setInto] = useState(others[0]?.key ?? '')
  return (
    <div role="group" className="grid gap-2 rounded-lg border border-line bg-canvas p-3">
      <Field
        label={t('leads:manager.into', {
          count: draft.leads,
          leads: formats.number(draft.leads),
          name,
        })}
      >
        {(control) => (
          <Select {...control} value={into} onChange={({ target }) => setInto(target.value)}>
            {others.map((other) => (
              <option key={other.key} value={other.key}>
                {nameOf(other)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DialogButtons cancel={{ onCancel }}>
        <Button size="sm" variant="danger" disabled={into === ''} onClick={() => onAnswer(into)}>
          {t('leads:manager.delete', { name })}
        </Button>
      </DialogButtons>
    </div>
  )
}
