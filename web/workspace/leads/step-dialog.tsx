import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, isDay } from '#contracts/dates.ts'
import { type Lead, MAX_NEXT_STEP } from '#contracts/workspace/leads.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/choices.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/form/form-controls.tsx'
import type { LeadActions } from './lead-actions.tsx'
import { useLocalDay } from './lead-day.ts'

type Props = {
  lead: Lead
  /** The day that it proposes where none is set. */
  inDays?: number
  actions: Pick<LeadActions, 'change'>
  onClose: () => void
}

const CHOICES = [0, 1, 3, 7, 14, 30] as const

/** What comes next with a lead, and on which day. */
export function StepDialog({ lead, inDays, actions, onClose }: Props) {
  const { t } = useTranslation(['leads', 'forms'])
  const formats = useFormats()
  const today = useLocalDay()
  const [step, setStep] = useState(lead.nextStep ?? '')
  const [day, setDay] = useState(
    inDays === undefined ? (lead.nextDay ?? '') : addDays(today, inDays),
  )
  const isWrong = day !== '' && !isDay(day)
  const save = (edit: { nextStep: string | null; nextDay: string | null }) => {
    onClose()
    void actions.change(lead, edit, true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) save({ nextStep: step.trim() || null, nextDay: day || null })
  }
  const has = lead.nextStep !== null || lead.nextDay !== null
  return (
    <Dialog title={t('leads:step.of', { name: lead.store.name })} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label={t('leads:step.text')}
          placeholder={t('leads:step.example')}
          value={step}
          maxLength={MAX_NEXT_STEP}
          autoComplete="off"
          onChange={({ target }) => setStep(target.value)}
        />
        <div className="grid gap-2">
          <TextField
            label={t('leads:step.day')}
            type="date"
            value={day}
            error={isWrong ? t('leads:step.noDay') : undefined}
            onChange={({ target }) => setDay(target.value)}
            className="max-w-56"
          />
          <div className="flex flex-wrap gap-1.5">
            {CHOICES.map((days) => (
              <Chip
                key={days}
                label={
                  days === 0
                    ? t('leads:day.today')
                    : days === 1
                      ? t('leads:day.tomorrow')
                      : t('leads:step.inDays', { count: days, days: formats.number(days) })
                }
                isChosen={day === addDays(today, days)}
                onChoose={() => setDay(addDays(today, days))}
              />
            ))}
          </div>
        </div>
        <DialogButtons cancel={{ onCancel: onClose }}>
          {has && (
            <Button variant="secondary" onClick={() => save({ nextStep: null, nextDay: null })}>
              {t('leads:step.done')}
            </Button>
          )}
          <Button type="submit">{t('leads:step.save')}</Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
