/** Places of the demo: the 14 provinces and their districts by the state classifier, and a few neighbourhoods of each. */
import type { Trx } from '../db/open.ts';
import { referredTo, seedDirectory } from './directories.ts';
import { Random } from './random.ts';

/** `code Uzbek|Russian`; the fifth digit of a city is 4, and its names are those of the city alone. */
const PLACES = `
1703 Andijon viloyati|Андижанская область
1703202 Oltinkoʻl|Алтынкульский
1703203 Andijon|Андижанский
1703206 Baliqchi|Балыкчинский
1703209 Boʻston|Бустонский
1703210 Buloqboshi|Булакбашинский
1703211 Jalaquduq|Джалакудукский
1703214 Izboskan|Избасканский
1703217 Ulugʻnor|Улугнорский
1703220 Qoʻrgʻontepa|Кургантепинский
1703224 Asaka|Асакинский
1703227 Marhamat|Мархаматский
1703230 Shahrixon|Шахриханский
1703232 Paxtaobod|Пахтаабадский
1703236 Xoʻjaobod|Ходжаабадский
1703401 Andijon|Андижан
1703408 Xonobod|Ханабад
1706 Buxoro viloyati|Бухарская область
1706204 Olot|Алатский
1706207 Buxoro|Бухарский
1706212 Vobkent|Вабкентский
1706215 Gʻijduvon|Гиждуванский
1706219 Kogon|Каганский
1706230 Qorakoʻl|Каракульский
1706232 Qorovulbozor|Караулбазарский
1706240 Peshku|Пешкунский
1706242 Romitan|Рамитанский
1706246 Jondor|Жондорский
1706258 Shofirkon|Шафирканский
1706401 Buxoro|Бухара
1706403 Kogon|Каган
1708 Jizzax viloyati|Джизакская область
1708201 Arnasoy|Арнасайский
1708204 Baxmal|Бахмальский
1708209 Gʻallaorol|Галляаральский
1708212 Sharof Rashidov|Шараф-Рашидовский
1708215 Doʻstlik|Дустликский
1708218 Zomin|Зааминский
1708220 Zarbdor|Зарбдарский
1708223 Mirzachoʻl|Мирзачульский
1708225 Zafarobod|Зафарабадский
1708228 Paxtakor|Пахтакорский
1708235 Forish|Фаришский
1708237 Yangiobod|Янгиабадский
1708401 Jizzax|Джизак
1710 Qashqadaryo viloyati|Кашкадарьинская область
1710207 Gʻuzor|Гузарский
1710212 Dehqonobod|Дехканабадский
1710220 Qamashi|Камашинский
1710224 Qarshi|Каршинский
1710229 Koson|Касанский
1710232 Kitob|Китабский
1710233 Mirishkor|Миришкорский
1710234 Muborak|Мубарекский
1710235 Nishon|Нишанский
1710237 Kasbi|Касбийский
1710240 Koʻkdala|Кукдалинский
1710242 Chiroqchi|Чиракчинский
1710245 Shahrisabz|Шахрисабзский
1710250 Yakkabogʻ|Яккабагский
1710401 Qarshi|Карши
1710405 Shahrisabz|Шахрисабз
1712 Navoiy viloyati|Навоийская область
1712211 Konimex|Канимехский
1712216 Qiziltepa|Кызылтепинский
1712230 Navbahor|Навбахорский
1712234 Karmana|Карманинский
1712238 Nurota|Нуратинский
1712244 Tomdi|Тамдынский
1712248 Uchquduq|Учкудукский
1712251 Xatirchi|Хатырчинский
1712401 Navoiy|Навои
1712408 Zarafshon|Зарафшан
1712412 Gʻozgʻon|Газган
1714 Namangan viloyati|Наманганская область
1714204 Mingbuloq|Мингбулакский
1714207 Kosonsoy|Касансайский
1714212 Namangan|Наманганский
1714216 Norin|Нарынский
1714219 Pop|Папский
1714224 Toʻraqoʻrgʻon|Туракурганский
1714229 Uychi|Уйчинский
1714234 Uchqoʻrgʻon|Учкурганский
1714236 Chortoq|Чартакский
1714237 Chust|Чустский
1714242 Yangiqoʻrgʻon|Янгикурганский
1714401 Namangan|Наманган
1718 Samarqand viloyati|Самаркандская область
1718203 Oqdaryo|Акдарьинский
1718206 Bulungʻur|Булунгурский
1718209 Jomboy|Джамбайский
1718212 Ishtixon|Иштыханский
1718215 Kattaqoʻrgʻon|Каттакурганский
1718216 Qoʻshrabot|Кошрабадский
1718218 Narpay|Нарпайский
1718224 Payariq|Пайарыкский
1718227 Pastdargʻom|Пастдаргомский
1718230 Paxtachi|Пахтачийский
1718233 Samarqand|Самаркандский
1718235 Nurobod|Нурабадский
1718236 Urgut|Ургутский
1718238 Toyloq|Тайлакский
1718401 Samarqand|Самарканд
1718406 Kattaqoʻrgʻon|Каттакурган
1722 Surxondaryo viloyati|Сурхандарьинская область
1722201 Oltinsoy|Алтынсайский
1722202 Angor|Ангорский
1722203 Bandixon|Бандиханский
1722204 Boysun|Байсунский
1722207 Muzrabot|Музрабадский
1722210 Denov|Денауский
1722212 Jarqoʻrgʻon|Джаркурганский
1722214 Qumqoʻrgʻon|Кумкурганский
1722215 Qiziriq|Кизирикский
1722217 Sariosiyo|Сариасийский
1722220 Termiz|Термезский
1722221 Uzun|Узунский
1722223 Sherobod|Шерабадский
1722226 Shoʻrchi|Шурчинский
1722401 Termiz|Термез
1724 Sirdaryo viloyati|Сырдарьинская область
1724206 Oqoltin|Акалтынский
1724212 Boyovut|Баяутский
1724216 Sayxunobod|Сайхунабадский
1724220 Guliston|Гулистанский
1724226 Sardoba|Сардобинский
1724228 Mirzaobod|Мирзаабадский
1724231 Sirdaryo|Сырдарьинский
1724235 Xovos|Хавастский
1724401 Guliston|Гулистан
1724410 Shirin|Ширин
1724413 Yangiyer|Янгиер
1726 Toshkent shahri|Ташкент (город)
1726262 Uchtepa|Учтепинский
1726264 Bektemir|Бектемирский
1726266 Yunusobod|Юнусабадский
1726269 Mirzo Ulugʻbek|Мирзо-Улугбекский
1726273 Mirobod|Мирабадский
1726277 Shayxontohur|Шайхантахурский
1726280 Olmazor|Алмазарский
1726283 Sergeli|Сергелийский
1726287 Yakkasaroy|Яккасарайский
1726290 Yashnobod|Яшнабадский
1726292 Yangihayot|Янгихаётский
1726294 Chilonzor|Чиланзарский
1727 Toshkent viloyati|Ташкентская область
1727206 Oqqoʻrgʻon|Аккурганский
1727212 Ohangaron|Ахангаранский
1727220 Bekobod|Бекабадский
1727224 Boʻstonliq|Бостанлыкский
1727228 Boʻka|Букинский
1727233 Quyichirchiq|Куйичирчикский
1727237 Zangiota|Зангиатинский
1727239 Yuqorichirchiq|Юкоричирчикский
1727248 Qibray|Кибрайский
1727249 Parkent|Паркентский
1727250 Piskent|Пскентский
1727253 Oʻrtachirchiq|Уртачирчикский
1727256 Chinoz|Чиназский
1727259 Yangiyoʻl|Янгиюльский
1727265 Toshkent|Ташкентский
1727401 Nurafshon|Нурафшан
1727404 Olmaliq|Алмалык
1727407 Angren|Ангрен
1727413 Bekobod|Бекабад
1727415 Ohangaron|Ахангаран
1727419 Chirchiq|Чирчик
1727424 Yangiyoʻl|Янгиюль
1730 Fargʻona viloyati|Ферганская область
1730203 Oltiariq|Алтыарыкский
1730206 Qoʻshtepa|Куштепинский
1730209 Bagʻdod|Багдадский
1730212 Buvayda|Бувайдинский
1730215 Beshariq|Бешарыкский
1730218 Quva|Кувинский
1730221 Uchkoʻprik|Учкуприкский
1730224 Rishton|Риштанский
1730226 Soʻx|Сохский
1730227 Toshloq|Ташлакский
1730230 Oʻzbekiston|Узбекистанский
1730233 Fargʻona|Ферганский
1730236 Dangʻara|Дангаринский
1730238 Furqat|Фуркатский
1730242 Yozyovon|Язъяванский
1730401 Fargʻona|Фергана
1730405 Qoʻqon|Коканд
1730408 Quvasoy|Кувасай
1730412 Margʻilon|Маргилан
1733 Xorazm viloyati|Хорезмская область
1733204 Bogʻot|Багатский
1733208 Gurlan|Гурленский
1733212 Qoʻshkoʻpir|Кошкупырский
1733217 Urganch|Ургенчский
1733220 Hazorasp|Хазараспский
1733221 Tuproqqalʼa|Тупроккалинский
1733223 Xonqa|Ханкинский
1733226 Xiva|Хивинский
1733230 Shovot|Шаватский
1733233 Yangiariq|Янгиарыкский
1733236 Yangibozor|Янгибазарский
1733401 Urganch|Ургенч
1733406 Xiva|Хива
1735 Qoraqalpogʻiston Respublikasi|Республика Каракалпакстан
1735204 Amudaryo|Амударьинский
1735207 Beruniy|Берунийский
1735209 Boʻzatov|Бозатауский
1735211 Qoraoʻzak|Караузякский
1735212 Kegeyli|Кегейлийский
1735215 Qoʻngʻirot|Кунградский
1735218 Qanlikoʻl|Канлыкульский
1735222 Moʻynoq|Муйнакский
1735225 Nukus|Нукусский
1735228 Taxiatosh|Тахиаташский
1735230 Taxtakoʻpir|Тахтакупырский
1735233 Toʻrtkoʻl|Турткульский
1735236 Xoʻjayli|Ходжейлийский
1735240 Chimboy|Чимбайский
1735243 Shumanay|Шуманайский
1735250 Ellikqalʼa|Элликкалинский
1735401 Nukus|Нукус
`;

/** Neighbourhoods where the chain has its branches. */
const KNOWN: Readonly<Record<string, string>> = {
  '1726262': 'Farhod|Фархад, Foziltepa|Фазылтепа, Zarafshon|Зарафшан, Qatortol|Катартал',
  '1726264': 'Binokor|Бинокор, Suvsoz|Сувсоз, Oltintopgan|Алтынтопган',
  '1726266': 'Bodomzor|Бадамзар, Minor|Минор, Shahriston|Шахристан, Hasanboy|Хасанбай, Ahmad Donish|Ахмад Дониш',
  '1726269': 'Qorasuv|Карасу, Buyuk Ipak yoʻli|Буюк Ипак йули, Feruza|Феруза, Yalangʻoch|Ялангач, Ziyolilar|Зиёлилар',
  '1726273': 'Oybek|Айбек, Salar|Салар, Fidokor|Фидокор, Mirobod|Мирабад',
  '1726277': 'Koʻkcha|Кукча, Samarqand darvoza|Самарканд дарвоза, Labzak|Лабзак, Jarariq|Джарарык',
  '1726280': 'Qorasaroy|Карасарай, Sagʻbon|Сагбан, Chuqursoy|Чукурсай, Sebzor|Себзар',
  '1726283': 'Quruvchi|Курувчи, Mehrigiyo|Мехригиё, Yangi Sergeli|Янги Сергели',
  '1726287': 'Bobur|Бабур, Rakat|Ракат, Qushbegi|Кушбеги, Konstitutsiya|Конституция',
  '1726290': 'Aviasozlar|Авиасозлар, Oltintepa|Алтынтепа, Tuzel|Тузель, Parkent|Паркент',
  '1726292': 'Choshtepa|Чаштепа, Dilobod|Дилабад, Nilufar|Нилуфар',
  '1726294':
    'Charxnovza|Чархновза, Doʻmbirobod|Думбирабад, Naqqoshlik|Наккошлик, Al-Xorazmiy|Аль-Хорезми, Oqtepa|Актепа',
  '1718401': 'Registon|Регистан, Siyob|Сиаб, Boʻstonsaroy|Бустонсарай, Kaftarxona|Кафтархона, Sogʻdiyona|Согдиана',
  '1730401': 'Al-Fargʻoniy|Аль-Фергани, Qirgʻuli|Киргули, Yormozor|Ярмазар, Sharof Rashidov|Шараф Рашидов',
  '1706401': 'Labi Hovuz|Ляби-Хауз, Gʻijduvon darvoza|Гиждуван дарвоза, Shayx Jalol|Шайх Джалал, Kuchabogʻ|Кучабаг',
  '1714401': 'Chorsu|Чорсу, Labbaytoga|Лаббайтога, Sardoba|Сардоба, Irvodon|Ирвадан',
};

/** Names that neighbourhoods have all over the country. */
const COMMON = (
  'Navoiy|Навои, Mustaqillik|Мустакиллик, Guliston|Гулистан, Bogʻishamol|Багишамал, Doʻstlik|Дустлик, Navroʻz|Навруз, ' +
  'Tinchlik|Тинчлик, Istiqlol|Истиклол, Yangi hayot|Янги хаёт, Paxtakor|Пахтакор, Bahor|Бахор, Amir Temur|Амир Темур, ' +
  'Alisher Navoiy|Алишер Навои, Mirzo Bobur|Мирзо Бабур, Beruniy|Беруни, Ibn Sino|Ибн Сино, Xalqobod|Халкабад, ' +
  'Bunyodkor|Бунёдкор, Oqoltin|Акалтын, Chamanzor|Чаманзар, Obod|Обод, Tolzor|Талзар, Yangiariq|Янгиарык, ' +
  'Oqtepa|Актепа, Qoʻshtepa|Куштепа, Mingchinor|Мингчинар, Gulzor|Гульзар, Bogʻiston|Багистан, Soʻfiobod|Суфиабад, ' +
  'Markaz|Марказ, Zarkent|Заркент, Nurafshon|Нурафшан, Shifokorlar|Шифокорлар, Temiryoʻl|Темирйул, Olmazor|Алмазар, ' +
  'Sohil|Сохил, Choʻlquvar|Чулкувар, Ipakchi|Ипакчи, Hunarmand|Хунарманд, Uzumzor|Узумзар, Anorzor|Анорзар'
).split(', ');

type Name = { uz: string; ru: string };
type Place = { code: string; name: Name };

const named = (words: string) => {
  const [uz = '', ru = ''] = words.split('|');
  return { uz, ru };
};

const places: Place[] = PLACES.trim()
  .split('\n')
  .map((line) => {
    const [code = ''] = line.split(' ', 1);
    const { uz, ru } = named(line.slice(code.length + 1));
    if (code.length === 4) return { code, name: { uz, ru } };
    const isCity = code[4] === '4';
    return {
      code,
      name: isCity ? { uz: `${uz} shahri`, ru: `${ru} (город)` } : { uz: `${uz} tumani`, ru: `${ru} район` },
    };
  });

/** Without codes: the state classifier has settlements and no neighbourhoods. */
function neighbourhoodsOf(code: string, random: Random): { code: null; name: Name }[] {
  const names = new Set(KNOWN[code]?.split(', '));
  while (names.size < 3) names.add(random.pick(COMMON));
  return [...names].map((words) => ({ code: null, name: named(words) }));
}

export async function seedAddresses(trx: Trx, at: Date): Promise<void> {
  const provinces = places.filter(({ code }) => code.length === 4);
  const regions = places.filter(({ code }) => code.length === 7);
  const random = new Random('mahallalar');
  const provinceRefs = referredTo(provinces.map(({ name }) => name.uz));
  const regionRefs = referredTo(regions.map(({ name }) => name.uz));
  await seedDirectory(trx, 'province', provinces, at);
  await seedDirectory(
    trx,
    'region',
    regions.map((one) => ({
      ...one,
      province: provinceRefs[provinces.findIndex(({ code }) => one.code.startsWith(code))],
    })),
    at,
  );
  await seedDirectory(
    trx,
    'village',
    regions.flatMap(({ code }, index) =>
      neighbourhoodsOf(code, random).map((one) => ({ ...one, region: regionRefs[index] })),
    ),
    at,
  );
}
