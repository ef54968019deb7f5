import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTimeZone } from '#contracts/workspace/brief.ts'
import { languageInfo } from '#i18n/languages.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/form-controls.tsx'

type Props = { value: string; onChange: (timeZone: string) => void }

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A zone of the IANA list, found by its city, its region, or its name in the reader's language. */
export function TimeZoneField({ value, onChange }: Props) {
  const { t } = useTranslation('brief')
  const id = useId()
  const { locale } = languageInfo[useLanguage()]
  // Hundreds of formats take a moment, so they are made when the user is about to choose.
  const [zones, setZones] = useState<Zone[]>([])
  const own = ownZone()
  return (
    <div className="grid min-w-0 grow basis-72 gap-1.5">
      <TextField
        label={t('settings.zone')}
        hint={t('settings.zoneHint')}
        error={isTimeZone(value) ? undefined : t('settings.zoneUnknown')}
        list={id}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => {
          event.target.select()
          if (zones.length === 0) setZones(zonesIn(locale))
        }}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <datalist id={id}>
        {zones.map(({ zone, label }) => (
          <option key={zone} value={zone}>
            {label}
          </option>
        ))}
      </datalist>
      {own !== value && (
        <Button
          variant="quiet"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange(own)}
        >
          {t('settings.zoneHere', { zone: own.replaceAll('_', ' ') })}
        </Button>
      )}
    </div>
  )
}

type Zone = { zone: string; label: string }

/** Each with the time that it is there now, and what it is called. */
function zonesIn(locale: string): Zone[] {
  const now = new Date()
  return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({
    zone,
    label: new Intl.DateTimeFormat(locale, {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'long',
    }).format(now),
  }))
}
