/** The stylesheets in their order. Blueprint is in the cascade layer `bp`; ours, without a layer, always win. */
import 'virtual:fonts.css';
import './tokens.css';
import './base.css';
import 'virtual:blueprint.css';
import './blueprint.css';
import './layout.css';
import './parts.css';
import './table.css';
import './signIn.css';
import './print.css';
