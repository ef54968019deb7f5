import { backup } from './backup.ts'
import { compose } from './compose.ts'
import { dependencies } from './dependencies.ts'
import { feeds, jsonFeeds } from './feeds.ts'
import { html } from './html.ts'
import { image } from './image.ts'
import type { Judge } from './judge.ts'
import { lighthouse } from './lighthouse.ts'
import { logs } from './logs.ts'
import { mails } from './mails.ts'
import { metrics } from './metrics.ts'
import { openapi } from './openapi.ts'
import { proxy } from './proxy.ts'
import { shellScripts } from './shell-scripts.ts'
import { staticLogs } from './static-logs.ts'
import { spreadsheets } from './spreadsheets.ts'
import { units } from './units.ts'
import { xml } from './xml.ts'

/** The product starts when the first judge needs it. */
export const JUDGES: readonly Judge[] = [
  units,
  proxy,
  compose,
  image,
  shellScripts,
  dependencies,
  backup,
  logs,
  staticLogs,
  metrics,
  openapi,
  xml,
  html,
  feeds,
  jsonFeeds,
  spreadsheets,
  mails,
  lighthouse,
]
