import { wordSet } from '#discovery/document/fold-text.ts'
import { APPS } from './app-aliases.ts'

/**
 * Apps with their aliases. Data: an app that is missing here still appears, under its own handle or
 * host.
 */

export type AppName = { handle: string; name: string }

const LOWER_WORDS = wordSet('and or for of by to in the')
const UPPER_WORDS = wordSet('ai seo sms gdpr b2b pdf api ugc pos faq ab')

/** `powerful-form-builder` → "Powerful Form Builder". */
export function namedByHandle(handle: string): AppName {
  const words = handle.split(/[-_]+/).filter((word) => word !== '')
  const name = words
    .map((word, at) => {
      if (UPPER_WORDS.has(word)) return word.toUpperCase()
      return at > 0 && LOWER_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)
    })
    .join(' ')
  return { handle, name }
}

const apps = APPS.trim()
  .split('\n')
  .map((line) => line.split('|').map((part) => part.trim()))
  .map(([handle = '', name = '', aliases = '']) => ({
    app: name === '' ? namedByHandle(handle) : { handle, name },
    aliases: [handle, ...wordSet(aliases)],
  }))

const tableOf = (kind: RegExp): Record<string, AppName> =>
  Object.fromEntries(
    apps.flatMap(({ app, aliases }) =>
      aliases.filter((alias) => kind.test(alias)).map((alias) => [alias, app]),
    ),
  )

/** Handle of a block, or project name in the address of an extension (without version) → app. */
export const HANDLE_APPS = tableOf(/^[^.]*[a-z][^.]*$/)
/** Host (or its parent) of a script that an app added → app. */
export const SCRIPT_HOSTS = tableOf(/\./)
/** `apiClientId` of a web pixel → app. */
export const PIXEL_APPS = tableOf(/^\d+$/)

/** Extensions of the platform itself. */
export const PLATFORM_EXTENSIONS = new Set([
  'geolocation-recommendations',
  'privacy-banner',
  'shop-app',
  'shop-pay',
  'checkout-web',
])

/** Hosts of files of anybody that the public suffix list does not name as such. */
export const GENERAL_HOSTS = wordSet(`
  jsdelivr.net unpkg.com cdnjs.com cloudflare.com googleapis.com gstatic.com google.com
  googletagmanager.com google-analytics.com googleusercontent.com doubleclick.net facebook.net
  facebook.com tiktok.com bootstrapcdn.com jquery.com fontawesome.com polyfill.io
  polyfill-fastly.io esm.sh esm.run skypack.dev statically.io rawgit.com rawgithub.com github.com
  githack.com gitlab.com bitbucket.org kxcdn.com cdn77.org cdn77.com b-cdn.net bunnycdn.com
  bunny.net stackpathcdn.com stackpathdns.com netdna-cdn.com netdna-ssl.com maxcdn.com fastly.net
  fastly.com akamaized.net akamaihd.net akamai.net edgekey.net edgesuite.net azureedge.net
  azurefd.net windows.net azurewebsites.net cloudapp.net amazonaws.com awsstatic.com
  elasticbeanstalk.com amplifyapp.com cloudfront.net lambda-url.aws digitaloceanspaces.com
  ondigitalocean.app linodeobjects.com vultrobjects.com wasabisys.com backblazeb2.com r2.dev
  workers.dev pages.dev herokuapp.com netlify.app netlify.com vercel.app now.sh onrender.com
  render.com fly.dev railway.app up.railway.app glitch.me repl.co replit.dev replit.app surge.sh
  firebaseapp.com web.app appspot.com run.app cloudfunctions.net ngrok.io ngrok.app ngrok-free.app
  loca.lt trycloudflare.com cloudinary.com imgix.net imagekit.io uploadcare.com ucarecdn.com
  dropbox.com dropboxusercontent.com shopifycdn.com shopifycloud.com shopifysvc.com myshopify.com
  myshopify.io shopify.dev spin.dev hostinger.com hstgr.io cpanel.site scalingo.io
  gigalixirapp.com clever-cloud.com cleverapps.io koyeb.app deno.dev supabase.co supabase.in
  pythonanywhere.com aliyuncs.com alicdn.com myqcloud.com qcloud.com baidubce.com bcebos.com
  qiniucdn.com bootcdn.net staticfile.org yandexcloud.net selcdn.ru ovh.net contabo.net
  hetzner.com your-server.de squarespace.com wixstatic.com wordpress.com wp.com
`)
