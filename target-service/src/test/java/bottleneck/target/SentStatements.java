package bottleneck.target;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.hibernate.cfg.JdbcSettings;
import org.hibernate.resource.jdbc.spi.StatementInspector;

import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;

/** Records the SQL that Hibernate sends. */
public final class SentStatements implements StatementInspector, HibernatePropertiesCustomizer {

	private static final long serialVersionUID = 1;

	private final transient List<String> statements = new CopyOnWriteArrayList<>();

	/** The statements that a call sends, in their order. */
	public List<String> during(Runnable call) {
		this.statements.clear();
		call.run();
		return List.copyOf(this.statements);
	}

	@Override
	public String inspect(String sql) {
		this.statements.add(sql);
		return sql;
	}

	@Override
	public void customize(Map<String, Object> hibernateProperties) {
		hibernateProperties.put(JdbcSettings.STATEMENT_INSPECTOR, this);
	}

}
