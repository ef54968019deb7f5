import { blogCategories } from '#contracts/site/blog.ts'
import { createFeed } from '#contracts/workspace/changes.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { inLanguage } from '#server/platform/links.ts'
import { sumUp } from './findings.ts'
import type { Judge } from './judge.ts'
import { signInWith } from './members.ts'
import type { Product } from './product.ts'
import { askPython, versionOfModule } from './python.ts'
import { fromGitHub } from './tools.ts'

/** Atom and RSS, by the rules of validator.w3.org: its errors and its warnings. */
export const feeds: Judge = {
  name: 'feeds',
  tool: 'feedvalidator',
  version: () => versionOfModule('feedvalidator'),
  skip: 'python3 has to find feedvalidator, of github.com/w3c/feedvalidator, by PYTHONPATH',
  async judge(start) {
    const all = await readXmlFeeds(await start())
    const seen = await askPython('feeds.py', 'feedvalidator', all)
    return { checked: `${all.length} feeds`, findings: sumUp(seen) }
  },
}

/** Those of schemastore.org. */
const SCHEMAS = '3b6446ad8a077bac56f4a4796c0b7fd88927fc8e'
const fetchSchemas = () =>
  fromGitHub(
    'SchemaStore/schemastore',
    SCHEMAS,
    ['feed.json', 'feed-1.json'].map((name) => `src/schemas/json/${name}`),
  )

/** JSON Feed 1.1 by its published schema. */
export const jsonFeeds: Judge = {
  name: 'json-feeds',
  tool: 'jsonschema',
  version: async () => ((await fetchSchemas()) ? versionOfModule('jsonschema') : undefined),
  skip: '`apt-get install -y python3-jsonschema`; the schema is fetched from GitHub',
  async judge(start) {
    const all = (await readFeeds(await start())).filter(({ type }) => type.includes('json'))
    const seen = await askPython('json-feeds.py', 'jsonschema', all, (await fetchSchemas()) ?? '')
    return { checked: `${all.length} feeds`, findings: sumUp(seen) }
  },
}

type Feed = { where: string; type: string; body: string }

const known = new WeakMap<Product, Promise<Feed[]>>()

/** Those of the blog and of a member, in each language; read once for all judges. */
function readFeeds(product: Product): Promise<Feed[]> {
  const feeds = known.get(product) ?? readAll(product)
  known.set(product, feeds)
  return feeds
}

export const readXmlFeeds = async (product: Product): Promise<Feed[]> =>
  (await readFeeds(product)).filter(({ type }) => type.includes('xml'))

async function readAll(product: Product): Promise<Feed[]> {
  const read: Feed[] = []
  for (const language of languages) {
    const addresses = [
      ...blogFeeds.map((file) => inLanguage(`${product.origin}/blog/${file}`, language)),
      ...(await makeFeeds(product, language)),
    ]
    for (const address of addresses) {
      const answer = await fetch(address)
      const type = answer.headers.get('content-type') ?? ''
      read.push({ where: address, type, body: await answer.text() })
    }
  }
  return read
}

const blogFeeds = ['', ...blogCategories.map(({ slug }) => `category/${slug}/`)].flatMap((place) =>
  ['feed.xml', 'atom.xml'].map((file) => place + file),
)

/** To be read at once: the language of a member is that of the last sign-in. */
async function makeFeeds(product: Product, language: Language): Promise<string[]> {
  const member = await signInWith(product, language)
  const made = []
  for (const kind of ['changes', 'brief']) {
    const { url, jsonUrl } = createFeed.response.parse(await member.post(createFeed.path, { kind }))
    made.push(url, jsonUrl)
  }
  return made
}
