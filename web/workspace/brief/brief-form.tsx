import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '#contracts/endpoint.ts'
import {
  BriefPace,
  BriefSettings,
  getBrief,
  getBriefSettings,
  isTimeZone,
  putBriefSettings,
} from '#contracts/workspace/brief.ts'
import { languageInfo } from '#i18n/languages.ts'
import { useFailureToast } from '#web/accounts/api.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/choices.tsx'
import { Field, Select, Switch } from '#web/ui/form/form-controls.tsx'
import { UnsavedWarning } from '#web/ui/unsaved-warning.tsx'
import { ownZone, TimeZoneField } from './time-zone-field.tsx'

type Saved = ResponseOf<typeof getBriefSettings>
type FormProps = { saved: Saved }

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** Nothing changes before the button is pressed. */
export function BriefForm({ saved }: FormProps) {
  const { t } = useTranslation(['brief', 'settings', 'common'])
  const hintId = useId()
  const [draft, setDraft] = useState<BriefSettings | null>(null)
  const settings = draft ?? BriefSettings.parse(saved)
  const set = (change: Partial<BriefSettings>) => setDraft({ ...settings, ...change })
  const { save, isSaving } = useSave(() => setDraft(null))
  const isDirty = draft !== null && !isSame(draft, saved)
  const problem = problemOf(settings)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isDirty && !problem) void save(settings)
  }
  return (
    <form noValidate onSubmit={submit}>
      <fieldset disabled={isSaving} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid justify-items-start gap-1.5">
          <p className="text-sm font-semibold">{t('settings.pace')}</p>
          <Segmented
            label={t('settings.pace')}
            choices={BriefPace.options}
            value={settings.pace}
            onChange={(pace) => set({ pace, timeZone: zoneOf(saved, settings) })}
          >
            {(pace) => t(`settings.paces.${pace}`)}
          </Segmented>
        </div>
        {settings.pace !== 'off' && (
          <>
            <When settings={settings} set={set} />
            <Channels saved={saved} settings={settings} set={set} />
          </>
        )}
        <PlusSwitch
          isIncluded={saved.hasAtOnce}
          label={t('settings.atOnce')}
          hint={t('settings.atOnceText')}
          isOn={settings.atOnce}
          onChange={(atOnce) => set({ atOnce })}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type="submit"
            disabled={!isDirty || problem !== null}
            isBusy={isSaving}
            aria-describedby={hintId}
          >
            {t(isSaving ? 'common:saving' : 'settings.save')}
          </Button>
          <p id={hintId} aria-live="polite" className="text-sm text-muted">
            {problem ? t(`settings.${problem}`) : <Outlook saved={saved} isDirty={isDirty} />}
          </p>
        </div>
      </fieldset>
      <UnsavedWarning isDirty={isDirty} />
    </form>
  )
}

const fields = Object.keys(BriefSettings.shape)

const isSame = (draft: BriefSettings, saved: Saved): boolean =>
  fields.every((field) => Reflect.get(draft, field) === Reflect.get(saved, field))

/** An account that never chose a zone most likely wants its own. */
const zoneOf = (saved: Saved, { timeZone }: BriefSettings): string =>
  saved.pace === 'off' && timeZone === 'UTC' ? ownZone() : timeZone

type Problem = 'zoneUnknown' | 'quietSame' | 'noChannel'

function problemOf(settings: BriefSettings): Problem | null {
  if (settings.pace === 'off') return null
  if (!isTimeZone(settings.timeZone)) return 'zoneUnknown'
  if (settings.quietFrom !== null && settings.quietFrom === settings.quietUntil) return 'quietSame'
  return settings.mail || settings.webhook ? null : 'noChannel'
}

/** What follows from what is saved. */
function Outlook({ saved, isDirty }: { saved: Saved; isDirty: boolean }) {
  const { t } = useTranslation(['brief', 'settings'])
  const { locale } = languageInfo[useLanguage()]
  if (isDirty) return t('settings:unsaved.hint')
  const { nextAt, timeZone } = saved
  if (nextAt === null) return t('settings.none')
  const when = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(nextAt))
  return t('settings.next', { when, place: timeZone.replaceAll('_', ' ') })
}

type PartProps = { settings: BriefSettings; set: (change: Partial<BriefSettings>) => void }

function When({ settings, set }: PartProps) {
  const { t } = useTranslation('brief')
  const formats = useFormats()
  const { pace, weekday, hour, timeZone, quietFrom, quietUntil } = settings
  return (
    <>
      <div className="flex flex-wrap items-start gap-4">
        {pace === 'weekly' && (
          <Field label={t('settings.weekday')}>
            {(control) => (
              <Select
                {...control}
                value={weekday}
                onChange={(event) => set({ weekday: Number(event.target.value) })}
              >
                {WEEKDAYS.map((day) => (
                  <option key={day} value={day}>
                    {formats.capitalised(formats.weekday(day))}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <HourField
          label={t('settings.hour')}
          hour={hour}
          onChange={(next) => set({ hour: next ?? hour })}
        />
        <TimeZoneField value={timeZone} onChange={(zone) => set({ timeZone: zone })} />
      </div>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-sm font-semibold">{t('settings.quiet')}</legend>
        <div className="flex flex-wrap items-start gap-4">
          <HourField
            label={t('settings.quietFrom')}
            hour={quietFrom}
            none={t('settings.quietNone')}
            onChange={(from) =>
              set({ quietFrom: from, quietUntil: from === null ? null : (quietUntil ?? hour) })
            }
          />
          {quietFrom !== null && (
            <HourField
              label={t('settings.quietUntil')}
              hour={quietUntil}
              onChange={(until) => set({ quietUntil: until })}
            />
          )}
        </div>
        <p className="text-sm text-muted">{t('settings.quietHint')}</p>
      </fieldset>
    </>
  )
}

type HourProps = {
  label: string
  hour: number | null
  /** The choice of no hour. */
  none?: string
  onChange: (hour: number | null) => void
}

const HourField = ({ label, hour, none, onChange }: HourProps) => (
  <Field label={label}>
    {(control) => (
      <Select
        {...control}
        value={hour ?? ''}
        onChange={({ target: { value } }) => onChange(value === '' ? null : Number(value))}
      >
        {none !== undefined && <option value="">{none}</option>}
        {HOURS.map((each) => (
          <option key={each} value={each}>
            {`${String(each).padStart(2, '0')}:00`}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

function Channels({ saved, settings, set }: PartProps & FormProps) {
  const { t } = useTranslation('brief')
  return (
    <>
      <Switch
        label={t('settings.mail')}
        hint={t('settings.mailText')}
        isOn={settings.mail}
        onChange={(mail) => set({ mail })}
      />
      <PlusSwitch
        isIncluded={saved.hasWebhooks}
        label={t('settings.webhook')}
        hint={t('settings.webhookText')}
        isOn={settings.webhook}
        onChange={(webhook) => set({ webhook })}
      />
    </>
  )
}

type PlusProps = Parameters<typeof Switch>[0] & { isIncluded: boolean }

/** Without the plan it says so; what is on already can still be turned off. */
function PlusSwitch({ isIncluded, hint, ...choice }: PlusProps) {
  const { t } = useTranslation('brief')
  return (
    <fieldset disabled={!isIncluded && !choice.isOn} className="min-w-0">
      <Switch
        {...choice}
        hint={
          <>
            {hint} {!isIncluded && <b className="font-semibold">{t('settings.plus')}</b>}
          </>
        }
      />
    </fieldset>
  )
}

function useSave(onSaved: () => void) {
  const { t } = useTranslation('brief')
  const client = useQueryClient()
  const reload = useReload()
  const fail = useFailureToast()
  const put = useCall(putBriefSettings)
  const save = async (body: BriefSettings) => {
    try {
      client.setQueryData(q(getBriefSettings, {}).queryKey, await put.mutateAsync({ body }))
      onSaved()
      notify({ kind: 'success', subject: 'brief', title: t('settings.saved') })
      void reload(getBrief)
    } catch (error) {
      fail('brief', error)
    }
  }
  return { save, isSaving: put.isPending }
}
